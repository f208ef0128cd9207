'use client'

import { asksForSecret } from '@countersign/client/contract'
import { ActionBar } from './action-bar.tsx'
import { AnswerPane } from './answer-pane.tsx'
import { CandidatesPane, markOfCandidate } from './candidates-pane.tsx'
import { DeskDialogs } from './desk-dialogs.tsx'
import type { Field } from './field-value.ts'
import fields from './fields.module.css'
import { FieldsPane } from './fields-pane.tsx'
import type { DeskProps } from './onward.ts'
import { RequestSheet } from './request-sheet.tsx'
import styles from './review.module.css'
import { ReviewHead } from './review-head.tsx'
import { ReviewNotices } from './review-notices.tsx'
import { SecretPane } from './secret-pane.tsx'
import { SourcePane } from './source-pane.tsx'
import { StopSheet } from './stop-sheet.tsx'
import type { Taken } from './take-evidence.ts'
import { TalkPane } from './talk-pane.tsx'
import { type Desk, useDesk, useDeskKeys } from './use-desk.ts'
import { useNextPictures } from './use-next-pictures.ts'
import { VotesPane } from './votes-pane.tsx'
import { WaysOut } from './ways-out.tsx'

const hasSource = ({ review }: Desk): boolean => review.pages.length > 0 || review.documentView !== null

/** Where candidates and the proposal as a whole were read, so that the source marks them like fields. */
function morePlaces({ review: { request } }: Desk): Field[] {
  const place = (name: string, label: string, evidence: Field['evidence'] = []): Field[] =>
    evidence.length === 0 ? [] : [{ name, label, value: null, confidence: 1, threshold: 0, evidence, reasons: [] }]
  return [
    ...place('', request.title, request.evidence),
    ...(request.candidates ?? []).flatMap((one) => place(markOfCandidate(one.id), one.label, one.evidence)),
  ]
}

/** A text or region of the source fills the field that is being added, else the focused one. */
function takeFromSource(desk: Desk, taken: Taken): void {
  if (!desk.can('edit')) return
  const { focused } = desk.attention
  if (desk.adding) desk.add(taken)
  else if (focused !== null && taken.text) desk.type(focused, taken.text, taken)
}

/** What was asked, on the left: the stopped run, the source, or the request itself. */
function Left({ desk }: { desk: Desk }) {
  const { review, form, attention, stop } = desk
  if (stop) return <StopSheet desk={desk} stop={stop} />
  if (!hasSource(desk)) return <RequestSheet desk={desk} />
  return (
    <SourcePane
      pages={review.pages}
      fields={[...form.fields, ...morePlaces(desk)]}
      document={review.documentView}
      focused={attention.shown}
      onPick={attention.focus}
      onTake={(taken) => takeFromSource(desk, taken)}
    />
  )
}

/** Whether there is something to approve or change field by field. */
function hasForm({ review, stop, form }: Desk): boolean {
  const { verbs, proposal } = review.request
  return (
    !stop &&
    (form.items.length > 0 || form.calls.length > 0) &&
    (proposal !== null || review.fields.length > 0) &&
    verbs.some((verb) => verb === 'approve' || verb === 'edit')
  )
}

/** What can be answered, on the right. */
function Right({ desk }: { desk: Desk }) {
  const { review, stop } = desk
  const { candidates, verbs } = review.request
  return (
    <div className={fields.fields}>
      <VotesPane desk={desk} />
      {stop && <WaysOut desk={desk} nodes={stop.nodes} />}
      {candidates && hasSource(desk) && <CandidatesPane desk={desk} />}
      {hasForm(desk) && <FieldsPane desk={desk} />}
      {verbs.includes('respond') && (asksForSecret(review.request) ? <SecretPane desk={desk} /> : <AnswerPane desk={desk} />)}
      <TalkPane desk={desk} />
    </div>
  )
}

/** The review page, the same for every kind: what was asked on one side, what can be answered on the other, the decision below. */
export function ReviewDesk(props: DeskProps) {
  const desk = useDesk(props)
  useDeskKeys(desk)
  useNextPictures(props.neighbours?.next ?? null)
  return (
    <main className={styles.review}>
      <ReviewHead desk={desk} />
      <ReviewNotices desk={desk} />
      <Left desk={desk} />
      <Right desk={desk} />
      <ActionBar desk={desk} />
      <DeskDialogs desk={desk} />
    </main>
  )
}
