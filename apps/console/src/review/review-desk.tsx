'use client'

import type { ReviewDetail } from '@countersign/client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { RejectDialog } from '../decisions/reject-dialog.tsx'
import { useKeys } from '../frame/use-keys.ts'
import { ActionBar } from './action-bar.tsx'
import { FieldsPane } from './fields-pane.tsx'
import { textOf } from './form-model.ts'
import { type DeskProps, onwardOf } from './onward.ts'
import { ProposalSheet } from './proposal-sheet.tsx'
import styles from './review.module.css'
import { ReviewHead } from './review-head.tsx'
import { ReviewNotices } from './review-notices.tsx'
import { SourcePane } from './source-pane.tsx'
import { useAttention } from './use-attention.ts'
import { useDecide } from './use-decide.ts'
import { useReviewForm } from './use-review-form.ts'

/** True when the review is no longer the one that was opened, until the reviewer has said so. */
function useChangedSinceShown(review: ReviewDetail): [boolean, () => void] {
  const [seen, setSeen] = useState(review.shownHash)
  return [review.status === 'open' && seen !== review.shownHash, () => setSeen(review.shownHash)]
}

function useDeskActions(props: DeskProps) {
  const { review, neighbours } = props
  const form = useReviewForm(review)
  const attention = useAttention(form)
  const onward = onwardOf(props)
  const decide = useDecide(review, onward, neighbours)
  const [changed, acceptChange] = useChangedSinceShown(review)
  const [rejecting, setRejecting] = useState(false)
  const open = review.status === 'open' && !changed
  const can = (verb: ReviewDetail['request']['verbs'][number]) => open && review.request.verbs.includes(verb)

  const approve = () => {
    const edits = form.edited.changed.length > 0
    if (!can(edits ? 'edit' : 'approve')) return
    const wrong = edits || review.kind === 'extraction' ? form.check() : null
    if (wrong !== null) attention.focus(wrong)
    else decide(edits ? { verb: 'edit', value: form.edited.value } : { verb: 'approve' })
  }
  const takeText = (text: string) => {
    if (attention.focused !== null && can('edit')) form.type(attention.focused, text)
  }
  const takeReading = (number: number) => {
    const item = form.items.find((one) => one.name === attention.focused)
    const other = item?.field?.alternatives?.[number - 2]
    if (!item || !can('edit')) return
    if (number === 1) form.reset(item.name)
    else if (other) form.type(item.name, textOf(item, other.value))
  }
  return {
    form,
    attention,
    onward,
    changed,
    acceptChange,
    rejecting,
    setRejecting,
    open,
    decide,
    approve,
    takeText,
    takeReading,
    askReason: () => can('reject') && setRejecting(true),
    edit: () => can('edit') && attention.editFocused(),
    abort: () => can('abort') && decide({ verb: 'abort' }),
  }
}

/** The review page: the source on one side, what was read from it on the other, the decision below. */
export function ReviewDesk(props: DeskProps) {
  const { review, neighbours } = props
  const router = useRouter()
  const desk = useDeskActions(props)
  const { form, attention, onward } = desk
  useKeys({
    a: desk.approve,
    r: () => desk.askReason(),
    e: () => desk.edit(),
    j: () => onward.next && router.push(onward.next),
    k: () => onward.previous && router.push(onward.previous),
    ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [String(index + 1), () => desk.takeReading(index + 1)])),
  })
  const hasSource = review.pages.length > 0 || review.documentView !== null
  return (
    <main className={styles.review}>
      <ReviewHead review={review} neighbours={neighbours} previous={onward.previous} next={onward.next} />
      <ReviewNotices
        review={review}
        changed={desk.changed}
        restoredAt={form.restoredAt}
        hasTyped={form.edited.changed.length > 0}
        onAccept={desk.acceptChange}
        onDiscard={form.discard}
      />
      {hasSource ? (
        <SourcePane
          pages={review.pages}
          fields={review.fields}
          document={review.documentView}
          focused={attention.shown}
          onPick={attention.focus}
          onSelectText={desk.takeText}
        />
      ) : (
        <ProposalSheet review={review} value={review.request.proposal === null ? null : form.edited.value} />
      )}
      <FieldsPane
        form={form}
        attention={attention}
        readOnly={!desk.open || !review.request.verbs.includes('edit')}
        onHover={attention.show}
      />
      <ActionBar
        review={review}
        changes={form.edited.changed.length}
        blocked={!desk.open}
        next={onward.next}
        inbox={onward.inbox}
        onApprove={desk.approve}
        onReject={desk.askReason}
        onEdit={desk.edit}
        onAbort={desk.abort}
      />
      {desk.rejecting && (
        <RejectDialog
          title={review.title}
          onClose={() => desk.setRejecting(false)}
          onSend={(reason) => {
            desk.setRejecting(false)
            desk.decide({ verb: 'reject', reason })
          }}
        />
      )}
    </main>
  )
}
