'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { CopyCommand } from '../frame/copy-command.tsx'
import { type InboxQuery, isNarrowed } from './inbox-query.ts'

function whyEmpty({ hold, due }: InboxQuery): 'mine' | 'assigned' | 'overdue' | null {
  if (hold === 'mine' || hold === 'assigned') return hold
  return due === 'overdue' ? due : null
}

/** An empty inbox says why it is empty and what to do next. */
export function NothingWaits({ query }: { query: InboxQuery }) {
  const t = useTranslations('inbox.empty')
  const why = whyEmpty(query)
  if (isNarrowed(query)) {
    return (
      <div className="empty">
        <b>{t('filtered')}</b>
        {why && <p>{t(why)}</p>}
        <Link className="btn" href="/inbox" prefetch={false}>
          {t('showAll')}
        </Link>
      </div>
    )
  }
  return (
    <div className="empty">
      <b>{t('title')}</b>
      <p>{t('how')}</p>
      <CopyCommand command="npx countersign ingest examples/documents/*" />
    </div>
  )
}
