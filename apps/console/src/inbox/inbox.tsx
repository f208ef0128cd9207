'use client'

import type { CountersignClient, ReviewSummary } from '@countersign/client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useDecisionQueue } from '../decisions/decision-queue.tsx'
import { RejectDialog } from '../decisions/reject-dialog.tsx'
import { ListPages } from '../frame/list-pages.tsx'
import { useKeys } from '../frame/use-keys.ts'
import { Filters } from './filters.tsx'
import type { DayGroup } from './group-by-day.ts'
import styles from './inbox.module.css'
import { type InboxQuery, inboxHref, reviewHref } from './inbox-query.ts'
import { InboxRow } from './inbox-row.tsx'
import { NothingWaits } from './nothing-waits.tsx'
import { PreviewPane } from './preview-pane.tsx'
import type { ReviewPreview } from './preview-review.ts'
import { usePreview } from './use-preview.ts'
import { useSelection } from './use-selection.ts'

interface Props {
  query: InboxQuery
  counts: Awaited<ReturnType<CountersignClient['countReviews']>>
  groups: DayGroup<ReviewSummary>[]
  next: string | null
  preview: ReviewPreview | null
}

/** Items that were decided here leave the list at once: their decision can still be undone. */
function useWaiting(groups: DayGroup<ReviewSummary>[]): DayGroup<ReviewSummary>[] {
  const { pending, settled } = useDecisionQueue()
  const gone = new Set([...settled, ...pending.map((decision) => decision.review)])
  return groups
    .map((group) => ({ ...group, items: group.items.filter((item) => !gone.has(item.id)) }))
    .filter((group) => group.items.length > 0)
}

/** The list of what waits, oldest first, with a preview from which the easy ones are decided. */
export function Inbox({ query, counts, groups, next, preview: first }: Props) {
  const router = useRouter()
  const queue = useDecisionQueue()
  const waiting = useWaiting(groups)
  const items = waiting.flatMap((group) => group.items)
  const { selected, select, step } = useSelection(inboxHref(query, { after: query.after }), items)
  const preview = usePreview(selected?.id, first)
  const [rejecting, setRejecting] = useState(false)

  const open = () => selected && router.push(reviewHref(selected.id, query))
  const canDecide = (verb: 'approve' | 'reject') =>
    preview?.id === selected?.id && preview?.status === 'open' && preview.verbs.includes(verb)
  const approve = () => {
    if (preview && canDecide('approve')) queue.decide(preview, { verb: 'approve', ...bindingOf(preview) })
  }
  const askReason = () => canDecide('reject') && setRejecting(true)
  useKeys({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    Enter: () => open(),
    e: () => open(),
    a: approve,
    r: () => askReason(),
    '/': () => document.getElementById('inbox-text')?.focus(),
  })

  return (
    <main className={styles.inbox}>
      <section className={styles.list} aria-label="Waiting reviews">
        <h1 className="hidden">Inbox</h1>
        <Filters query={query} counts={counts} />
        {items.length === 0 && <NothingWaits filtered={Boolean(query.kind || query.type || query.age || query.q)} />}
        {waiting.map((group) => (
          <section key={group.label} aria-label={group.label}>
            <h2 className={styles.group}>{group.label}</h2>
            <ul>
              {group.items.map((item) => (
                <InboxRow
                  key={item.id}
                  review={item}
                  href={reviewHref(item.id, query)}
                  selected={item.id === selected?.id}
                  onSelect={() => select(item.id)}
                />
              ))}
            </ul>
          </section>
        ))}
        <ListPages
          first={query.after ? inboxHref(query) : null}
          next={next && inboxHref(query, { after: next })}
          words={{ first: 'Back to the oldest', next: 'Newer ones' }}
        />
      </section>
      {selected && (
        <PreviewPane
          preview={preview?.id === selected.id ? preview : null}
          summary={selected}
          href={reviewHref(selected.id, query)}
          onApprove={approve}
          onReject={askReason}
        />
      )}
      {rejecting && preview && (
        <RejectDialog
          title={preview.title}
          onClose={() => setRejecting(false)}
          onSend={(reason) => {
            setRejecting(false)
            queue.decide(preview, { verb: 'reject', reason, ...bindingOf(preview) })
          }}
        />
      )}
    </main>
  )
}

/** Binds a decision to what this person was shown. */
const bindingOf = ({ shownHash, ticket }: ReviewPreview) => ({ shownHash, ticket: ticket ?? undefined })
