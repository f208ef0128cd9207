'use client'

import type { ReviewCounts, SavedView } from '@countersign/client'
import { reviewKindSchema } from '@countersign/client/contract'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { useDecisionQueue } from '../decisions/decision-queue.tsx'
import list from '../frame/list.module.css'
import { ListSearch } from '../frame/list-search.tsx'
import { useTimes } from '../frame/use-times.ts'
import styles from './inbox.module.css'
import { CHOICES, type InboxQuery, inboxHref, isNarrowed } from './inbox-query.ts'
import { ViewsMenu } from './views-menu.tsx'

interface Props {
  query: InboxQuery
  counts: ReviewCounts
  views: SavedView[]
  user: string
}

function Pill({ on, href, word, count, urgent }: { on: boolean; href: string; word: string; count: number; urgent?: boolean }) {
  const times = useTimes()
  return (
    <Link className={list.pill} href={href} prefetch={false} aria-current={on ? 'true' : undefined}>
      {word} <b className={urgent && count > 0 ? 'late' : undefined}>{times.number(count)}</b>
    </Link>
  )
}

/** What presses and what is one's own; a second click takes the filter off. Nothing is shown where nothing is counted. */
function OwnPills({ query, counts }: Pick<Props, 'query' | 'counts'>) {
  const t = useTranslations('inbox')
  const own = [
    { word: t('overdue'), count: counts.overdue, on: query.due === 'overdue', change: { due: 'overdue' }, urgent: true },
    { word: t('dueSoon'), count: counts.dueSoon, on: query.due === 'soon', change: { due: 'soon' } },
    { word: t('mine'), count: counts.mine, on: query.hold === 'mine', change: { hold: 'mine' } },
    { word: t('assigned'), count: counts.assigned, on: query.hold === 'assigned', change: { hold: 'assigned' } },
  ] as const
  return own
    .filter(({ count, on }) => count > 0 || on)
    .map(({ change, on, ...rest }) => {
      const off = 'due' in change ? { due: undefined } : { hold: undefined }
      return <Pill key={rest.word} {...rest} on={on} href={inboxHref(query, on ? off : change)} />
    })
}

/** One pill per kind that waits. With one kind only there is nothing to choose. */
function KindPills({ query, counts }: Pick<Props, 'query' | 'counts'>) {
  const t = useTranslations('inbox')
  const kinds = reviewKindSchema.options.filter((kind) => counts.byKind[kind] || query.kind === kind)
  if (kinds.length < 2 && !query.kind) return null
  return kinds.map((kind) => {
    const on = query.kind === kind
    const href = inboxHref(query, { kind: on ? undefined : kind })
    return <Pill key={kind} on={on} href={href} word={t(`kinds.${kind}`)} count={counts.byKind[kind] ?? 0} />
  })
}

interface SelectProps {
  label: string
  value: string | undefined
  any?: string
  options: readonly (readonly [value: string, word: string])[]
  onChange: (value: string) => void
}

function Select({ label, value, any, options, onChange }: SelectProps) {
  return (
    <select
      className={list.pill}
      aria-label={label}
      title={label}
      data-on={value && any ? '' : undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      {any && <option value="">{any}</option>}
      {options.map(([name, word]) => (
        <option key={name} value={name}>
          {word}
        </option>
      ))}
    </select>
  )
}

function TypeSelect({ query, counts }: Pick<Props, 'query' | 'counts'>) {
  const t = useTranslations('inbox.type')
  const times = useTimes()
  const router = useRouter()
  const types = Object.entries(counts.byDocumentType).toSorted(([, a], [, b]) => b - a)
  const known = query.type && !(query.type in counts.byDocumentType) ? [[query.type, 0] as const, ...types] : types
  if (known.length === 0) return null
  return (
    <Select
      label={t('label')}
      value={query.type}
      any={t('any')}
      options={known.map(([type, count]) => [type, t('one', { type, count: times.number(count) })] as const)}
      onChange={(type) => router.push(inboxHref(query, { type: type || undefined }))}
    />
  )
}

/** What the pills do not say: each a select whose first choice leaves it open. */
function MoreSelects({ query }: Pick<Props, 'query'>) {
  const t = useTranslations('inbox')
  const router = useRouter()
  const narrow = (change: Partial<InboxQuery>) => router.push(inboxHref(query, change))
  return (
    <>
      <Select
        label={t('age.label')}
        value={query.age}
        any={t('age.any')}
        options={CHOICES.age.options.map((age) => [age, t(`age.${age}`)] as const)}
        onChange={(age) => narrow({ age: CHOICES.age.safeParse(age).data })}
      />
      <Select
        label={t('hold.label')}
        value={query.hold}
        any={t('hold.any')}
        options={CHOICES.hold.options.map((hold) => [hold, t(`hold.${hold}`)] as const)}
        onChange={(hold) => narrow({ hold: CHOICES.hold.safeParse(hold).data })}
      />
      <Select
        label={t('due.label')}
        value={query.due}
        any={t('due.any')}
        options={CHOICES.due.options.map((due) => [due, t(`due.${due}`)] as const)}
        onChange={(due) => narrow({ due: CHOICES.due.safeParse(due).data })}
      />
      <Select
        label={t('sure.label')}
        value={query.sure}
        any={t('sure.any')}
        options={CHOICES.sure.options.map((sure) => [sure, t(`sure.${sure}`)] as const)}
        onChange={(sure) => narrow({ sure: CHOICES.sure.safeParse(sure).data })}
      />
      <Link
        className={list.pill}
        href={inboxHref(query, { can: query.can ? undefined : '1' })}
        prefetch={false}
        aria-current={query.can ? 'true' : undefined}
      >
        {t('can')}
      </Link>
    </>
  )
}

/** Narrows and orders the inbox; all of it is in the address, and can be kept as a view. */
export function Filters({ query, counts, views, user }: Props) {
  const t = useTranslations('inbox')
  const router = useRouter()
  const { pending } = useDecisionQueue()
  return (
    <div className={styles.filters}>
      <div className={list.filters}>
        <Pill
          on={!isNarrowed(query)}
          href={inboxHref({ sort: query.sort })}
          word={t('all')}
          count={Math.max(0, counts.open - pending.length)}
        />
        <OwnPills query={query} counts={counts} />
        <KindPills query={query} counts={counts} />
        {query.group && (
          <Link className={list.pill} href={inboxHref(query, { group: undefined })} prefetch={false} aria-current="true">
            {t('oneReason')}
          </Link>
        )}
        <ListSearch id="inbox-text" value={query.q} onSearch={(q) => router.push(inboxHref(query, { q }))} />
      </div>
      <div className={list.filters}>
        <TypeSelect query={query} counts={counts} />
        <MoreSelects query={query} />
        <span className="grow" />
        <ViewsMenu query={query} views={views} user={user} />
        <Select
          label={t('sort.label')}
          value={query.sort ?? 'oldest'}
          options={CHOICES.sort.options.map((sort) => [sort, t(`sort.${sort}`)] as const)}
          onChange={(sort) => router.push(inboxHref(query, { sort: sort === 'oldest' ? undefined : CHOICES.sort.safeParse(sort).data }))}
        />
      </div>
    </div>
  )
}
