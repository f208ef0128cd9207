'use client'

import type { ReviewCounts, ReviewSummary, SavedView } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import { Filters } from './filters.tsx'
import styles from './inbox.module.css'
import { type InboxQuery, inboxHref } from './inbox-query.ts'
import type { ReviewPreview } from './preview-review.ts'
import { Queue } from './queue.tsx'

export interface InboxProps {
  query: InboxQuery
  user: string
  counts: ReviewCounts
  views: SavedView[]
  first: { items: ReviewSummary[]; next: string | null }
  preview: ReviewPreview | null
}

/** What waits, as the address narrows and orders it. */
export function Inbox({ counts, views, ...queue }: InboxProps) {
  const t = useTranslations('inbox')
  const { query, user } = queue
  return (
    <main className={styles.inbox}>
      <h1 className="hidden">{t('title')}</h1>
      <Filters query={query} counts={counts} views={views} user={user} />
      <Queue key={inboxHref(query)} {...queue} />
    </main>
  )
}
