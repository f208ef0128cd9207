'use client'

import type { ReviewSummary } from '@countersign/client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useDecisionQueue } from '../decisions/decision-queue.tsx'
import { RejectDialog } from '../decisions/reject-dialog.tsx'
import { useKeys } from '../frame/use-keys.ts'
import { useSentences } from '../frame/use-sentences.ts'
import { BatchDialog } from './batch-dialog.tsx'
import type { InboxProps } from './inbox.tsx'
import { type InboxQuery, inboxHref, narrowingOf, reviewHref } from './inbox-query.ts'
import { PreviewPane } from './preview-pane.tsx'
import type { ReviewPreview } from './preview-review.ts'
import { QueueList } from './queue-list.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useClaims } from './use-claims.ts'
import { useList } from './use-list.ts'
import { type Marks, useMarks } from './use-marks.ts'
import { usePreview } from './use-preview.ts'
import { useSelection } from './use-selection.ts'

type Props = Omit<InboxProps, 'counts' | 'views'>
type Asking = { at: 'reject'; preview: ReviewPreview } | { at: 'batch'; verb: 'approve' | 'reject' } | null

/** What a decision from the list is bound to. */
const boundTo = ({ shownHash, ticket }: ReviewPreview) => ({ shownHash, ticket: ticket ?? undefined })

/** Items that were decided here leave the list at once: their decision can still be undone. */
function useWaiting(items: ReviewSummary[]): ReviewSummary[] {
  const { pending, settled } = useDecisionQueue()
  const gone = new Set([...settled, ...pending.map((decision) => decision.review)])
  return gone.size === 0 ? items : items.filter((item) => !gone.has(item.id))
}

/** What may be done with the selected review from the list. */
function rightsTo(preview: ReviewPreview | null, claim: ReviewSummary['claim'], user: string) {
  const open = preview?.status === 'open' && preview.objection === null
  const free = claim === null || claim.by === user
  return {
    approve: open && free && preview.verbs.includes('approve'),
    reject: open && free && preview.verbs.includes('reject'),
    claim: open && free,
  }
}

/** The list of what waits, with a preview from which the easy ones are decided, one by one or many at once. */
export function Queue({ query, user, first, preview: sent }: Props) {
  const router = useRouter()
  const queue = useDecisionQueue()
  const sentences = useSentences()
  const list = useList(query, first)
  const items = useWaiting(list.items)
  const marks = useMarks(items)
  const claims = useClaims(user)
  const { selected, next, select, step } = useSelection(inboxHref(query), items)
  const preview = usePreview(selected?.id, next?.id, sent, first)
  const [asking, setAsking] = useState<Asking>(null)

  const claim = selected ? claims.of(selected) : null
  const shown = preview?.id === selected?.id ? preview : null
  const can = rightsTo(shown, claim, user)
  const approve = () =>
    shown && can.approve && queue.decide({ id: shown.id, title: sentences.title(shown) }, { verb: 'approve', ...boundTo(shown) })
  const askReason = () => shown && can.reject && setAsking({ at: 'reject', preview: shown })
  const open = () => selected && router.push(reviewHref(selected.id, query))
  const toggleClaim = () => selected && can.claim && claims.toggle(selected)
  const move = (by: 1 | -1) => {
    if (by === 1 && items.length - items.findIndex(({ id }) => id === selected?.id) < 10) list.more()
    step(by)
  }
  useKeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    Enter: () => open(),
    e: () => open(),
    a: () => (marks.ids.size > 0 ? setAsking({ at: 'batch', verb: 'approve' }) : approve()),
    r: () => (marks.ids.size > 0 ? setAsking({ at: 'batch', verb: 'reject' }) : askReason()),
    c: () => toggleClaim(),
    x: () => selected && marks.toggle(selected.id),
    X: () => selected && marks.toggle(selected.id, { range: true }),
    Escape: () => marks.clear(),
    '/': () => document.getElementById('inbox-text')?.focus(),
  })

  return (
    <>
      <QueueList {...{ query, user, list, items, marks, claims }} selected={selected?.id} onSelect={select}>
        <SelectionBar
          marks={marks}
          hasMore={list.next !== null || marks.ids.size < items.length}
          onDecide={(verb) => setAsking({ at: 'batch', verb })}
        />
      </QueueList>
      {selected && (
        <PreviewPane
          {...{ preview: shown, summary: selected, claim, user, can }}
          href={reviewHref(selected.id, query)}
          onApprove={approve}
          onReject={askReason}
          onClaim={toggleClaim}
        />
      )}
      <Dialogs {...{ asking, query, marks }} onClose={() => setAsking(null)} />
    </>
  )
}

interface DialogsProps {
  asking: Asking
  query: InboxQuery
  marks: Marks
  onClose: () => void
}

/** The reason for sending one back, or the answer to many. */
function Dialogs({ asking, query, marks, onClose }: DialogsProps) {
  const router = useRouter()
  const queue = useDecisionQueue()
  const sentences = useSentences()
  if (asking?.at === 'reject') {
    const { preview } = asking
    const title = sentences.title(preview)
    const send = (reason: string) => {
      onClose()
      queue.decide({ id: preview.id, title }, { verb: 'reject', reason, ...boundTo(preview) })
    }
    return <RejectDialog title={title} onClose={onClose} onSend={send} />
  }
  if (asking?.at !== 'batch') return null
  const close = () => {
    onClose()
    marks.clear()
    router.refresh()
  }
  const which = marks.all ? { filter: narrowingOf(query) } : { reviews: [...marks.ids] }
  return <BatchDialog verb={asking.verb} which={which} onClose={close} />
}
