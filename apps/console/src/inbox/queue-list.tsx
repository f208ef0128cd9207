'use client'

import type { ReviewSummary } from '@countersign/client'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useNow } from '../frame/clock.tsx'
import { useSentences } from '../frame/use-sentences.ts'
import { useTimes } from '../frame/use-times.ts'
import { groupItems } from './group-items.ts'
import styles from './inbox.module.css'
import { type InboxQuery, reviewHref } from './inbox-query.ts'
import { InboxRow } from './inbox-row.tsx'
import { NothingWaits } from './nothing-waits.tsx'
import type { Claims } from './use-claims.ts'
import type { GrowingList } from './use-list.ts'
import type { Marks } from './use-marks.ts'

interface Props {
  query: InboxQuery
  user: string
  list: GrowingList
  /** What of the list still waits. */
  items: ReviewSummary[]
  marks: Marks
  claims: Claims
  selected: string | undefined
  onSelect: (id: string) => void
  children: ReactNode
}

/** Reads on when its end comes near; a button for who does not scroll. */
function End({ list }: { list: GrowingList }) {
  const t = useTranslations('inbox')
  const sentences = useSentences()
  const end = useRef<HTMLDivElement>(null)
  const { next, more } = list
  useEffect(() => {
    const target = end.current
    if (!target || next === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '600px' })
    observer.observe(target)
    return () => observer.disconnect()
  }, [next, more])
  if (next === null) return null
  return (
    <div ref={end} className={styles.end}>
      {list.failed && (
        <p role="alert">{t('moreFailed', { message: list.failed === 'unknown' ? t('claim.unknown') : sentences.problem(list.failed) })}</p>
      )}
      <button type="button" className="btn" aria-busy={list.loading} onClick={more}>
        {t(list.loading ? 'loading' : 'more')}
      </button>
    </div>
  )
}

/** What has come since, announced instead of pushed between the rows. */
function Fresh({ list }: { list: GrowingList }) {
  const t = useTranslations('inbox')
  return (
    <div role="status" className={styles.fresh}>
      {list.fresh.length > 0 && (
        <>
          {t('fresh', { count: list.fresh.length })}
          <button type="button" className="btn tight" onClick={list.showFresh}>
            {t('showFresh')}
          </button>
        </>
      )}
    </div>
  )
}

function Problem({ claims }: { claims: Claims }) {
  const t = useTranslations('decisions')
  if (!claims.problem) return null
  return (
    <div className="notice" data-state="park" role="alert">
      {claims.problem}
      <button type="button" onClick={claims.dismiss}>
        {t('close')}
      </button>
    </div>
  )
}

/** The rows under their headings, what has come since, and the way to the next ones. */
export function QueueList({ query, user, list, items, marks, claims, selected, onSelect, children }: Props) {
  const t = useTranslations('inbox')
  const times = useTimes()
  const now = useNow()
  return (
    <section className={styles.list} aria-label={t('waiting')} data-marking={marks.ids.size > 0 || undefined}>
      <Fresh list={list} />
      <Problem claims={claims} />
      {items.length === 0 && list.next === null && <NothingWaits query={query} />}
      {groupItems(items, query.sort, { now, times }).map((group) => {
        const label = group.name ? t(`groups.${group.name}`) : group.day
        return (
          <section key={`${label} ${group.items[0]?.id}`} aria-label={label}>
            <h2 className={styles.group}>{label}</h2>
            <ul>
              {group.items.map((item) => (
                <InboxRow
                  key={item.id}
                  review={{ ...item, claim: claims.of(item) }}
                  user={user}
                  href={reviewHref(item.id, query)}
                  selected={item.id === selected}
                  marked={marks.ids.has(item.id)}
                  onSelect={() => onSelect(item.id)}
                  onMark={(options) => marks.toggle(item.id, options)}
                />
              ))}
            </ul>
          </section>
        )
      })}
      <End list={list} />
      {children}
    </section>
  )
}
