'use client'

import type { SavedView } from '@countersign/client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { api } from '../frame/api.ts'
import { NamedIcon } from '../frame/icons.tsx'
import list from '../frame/list.module.css'
import { type InboxQuery, inboxHref } from './inbox-query.ts'
import styles from './views.module.css'

interface Props {
  query: InboxQuery
  views: SavedView[]
  user: string
}

/** Runs a change and reads the page anew; what went wrong is said. */
function useChange() {
  const router = useRouter()
  const [problem, setProblem] = useState<string | null>(null)
  const change = (work: () => Promise<unknown>): void => {
    setProblem(null)
    work().then(
      () => router.refresh(),
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    )
  }
  return { problem, change }
}

interface ViewProps {
  view: SavedView
  user: string
  current: boolean
  onOpen: () => void
  onDelete: () => void
}

function View({ view, user, current, onOpen, onDelete }: ViewProps) {
  const t = useTranslations('inbox.views')
  const own = view.owner === user
  return (
    <li>
      <Link href={`/inbox?${view.query}`} prefetch={false} aria-current={current ? 'true' : undefined} onClick={onOpen}>
        {view.name}
        {view.shared && <span className="dimmer small">{own ? t('sharedByYou') : t('shared', { owner: view.owner })}</span>}
      </Link>
      {own && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t('delete', { name: view.name })}
          title={t('remove')}
          onClick={onDelete}
        >
          <NamedIcon name="close" size={12} />
        </button>
      )}
    </li>
  )
}

/** Views of the inbox that were kept under a name: opened, saved, shared, deleted. A view is an address, so a link to it is the view. */
export function ViewsMenu({ query, views, user }: Props) {
  const t = useTranslations('inbox.views')
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const { problem, change } = useChange()
  const here = inboxHref(query).replace(/^\/inbox\??/, '')
  const current = views.find((view) => view.query === here)
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const name = data.get('name')
    if (typeof name !== 'string' || !name.trim()) return
    change(() => api.saveView({ name, query: here, shared: data.has('shared') }).then(() => form.reset()))
  }
  return (
    <>
      <button type="button" className={list.pill} popoverTarget={id} data-on={current ? '' : undefined}>
        {current?.name ?? t('open')}
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu} role="dialog" aria-label={t('title')}>
        <b>{t('title')}</b>
        {views.length === 0 && <p className="dim small">{t('none')}</p>}
        <ul>
          {views.map((view) => (
            <View
              key={view.id}
              view={view}
              user={user}
              current={view === current}
              onOpen={() => menu.current?.hidePopover()}
              onDelete={() => change(() => api.deleteView(view.id))}
            />
          ))}
        </ul>
        <form onSubmit={save}>
          <input className="input" name="name" aria-label={t('name')} placeholder={t('name')} maxLength={80} required />
          <label className={styles.share}>
            <input type="checkbox" name="shared" /> {t('share')}
          </label>
          <button type="submit" className="btn tight">
            {t('save')}
          </button>
          <span className="dimmer small">{t('replace')}</span>
        </form>
        {problem && (
          <p role="alert" className="late small">
            {problem}
          </p>
        )}
      </div>
    </>
  )
}
