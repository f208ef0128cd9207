'use client'

import type { CountersignClient } from '@countersign/client'
import { reviewKindSchema } from '@countersign/client/contract'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useDecisionQueue } from '../decisions/decision-queue.tsx'
import list from '../frame/list.module.css'
import { ListSearch } from '../frame/list-search.tsx'
import { ageSchema, type InboxQuery, inboxHref } from './inbox-query.ts'
import { KIND_LOOKS } from './kinds.ts'

type Counts = Awaited<ReturnType<CountersignClient['countReviews']>>

const AGE_WORDS = { '1h': 'over 1 hour', '1d': 'over 1 day', '7d': 'over 7 days' } as const

function Pill({ on, href, word, count }: { on: boolean; href: string; word: string; count: number }) {
  return (
    <Link className={list.pill} href={href} prefetch={false} aria-current={on ? 'true' : undefined}>
      {word} <b>{count.toLocaleString('en')}</b>
    </Link>
  )
}

/** One pill per kind that waits; a second click takes the filter off. With one kind only there is nothing to choose. */
function KindPills({ query, counts }: { query: InboxQuery; counts: Counts }) {
  const kinds = reviewKindSchema.options.filter((kind) => counts.byKind[kind] || query.kind === kind)
  if (kinds.length < 2 && !query.kind) return null
  return kinds.map((kind) => {
    const on = query.kind === kind
    const href = inboxHref(query, { kind: on ? undefined : kind })
    return <Pill key={kind} on={on} href={href} word={KIND_LOOKS[kind].many} count={counts.byKind[kind] ?? 0} />
  })
}

interface SelectProps {
  label: string
  value: string | undefined
  any: string
  options: [value: string, word: string][]
  onChange: (value: string) => void
}

function Select({ label, value, any, options, onChange }: SelectProps) {
  return (
    <select
      className={list.pill}
      aria-label={label}
      data-on={value ? '' : undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{any}</option>
      {options.map(([name, word]) => (
        <option key={name} value={name}>
          {word}
        </option>
      ))}
    </select>
  )
}

/** Narrows the inbox by kind, document type, age and text; all of it is in the address. */
export function Filters({ query, counts }: { query: InboxQuery; counts: Counts }) {
  const router = useRouter()
  const { pending } = useDecisionQueue()
  const narrow = (change: Partial<InboxQuery>) => router.push(inboxHref(query, change))
  const types = Object.entries(counts.byDocumentType).toSorted(([, a], [, b]) => b - a)
  const known = query.type && !(query.type in counts.byDocumentType) ? [[query.type, 0] as const, ...types] : types
  return (
    <div className={list.filters}>
      <Pill
        on={!(query.kind || query.type || query.age || query.q)}
        href="/inbox"
        word="All"
        count={Math.max(0, counts.open - pending.length)}
      />
      <KindPills query={query} counts={counts} />
      {known.length > 0 && (
        <Select
          label="Document type"
          value={query.type}
          any="any type"
          options={known.map(([type, count]) => [type, `${type} (${count.toLocaleString('en')})`])}
          onChange={(type) => narrow({ type: type || undefined })}
        />
      )}
      <Select
        label="Waiting for"
        value={query.age}
        any="any age"
        options={Object.entries(AGE_WORDS)}
        onChange={(age) => narrow({ age: ageSchema.safeParse(age).data })}
      />
      <ListSearch id="inbox-text" value={query.q} onSearch={(q) => narrow({ q })} />
    </div>
  )
}
