'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useKeys } from '../frame/use-keys.ts'
import type { Verb } from './field-value.ts'
import { textOf } from './form-model.ts'
import { type DeskProps, type Onward, onwardOf } from './onward.ts'
import type { Taken } from './take-evidence.ts'
import { type Attention, useAttention } from './use-attention.ts'
import { type ClaimState, useClaim } from './use-claim.ts'
import { type Answer, useDecide } from './use-decide.ts'
import { type DraftState, useDraft } from './use-draft.ts'
import { type ProblemState, useProblem } from './use-problem.ts'
import { type ReviewForm, useReviewForm } from './use-review-form.ts'
import { type StaleState, useStale } from './use-stale.ts'

export type DialogName = 'reject' | 'none' | 'escalate' | 'hand' | 'second' | 'fork' | 'keys'

/** Everything the parts of the review page share. */
export interface Desk extends DeskProps {
  onward: Onward
  draft: DraftState
  form: ReviewForm
  attention: Attention
  claim: ClaimState
  stale: StaleState
  problem: ProblemState
  dialog: DialogName | null
  ask(dialog: DialogName | null): void
  talking: boolean
  talk(open: boolean): void
  /** What is being put down as a field that the machine missed, or null. */
  adding: Taken | null
  add(taken: Taken | null): void
  /** The request offers the verb and this person may use it, now or once nobody else holds the review. */
  offers(verb: Verb): boolean
  /** The verb can be used now. */
  can(verb: Verb): boolean
  decide(answer: Answer): void
  type(name: string, text: string, taken?: Taken): void
  reset(name: string): void
  /** Refuses one of several calls, with or without a reason; null: it is to be made after all. */
  refuse(call: number, reason: string | null): void
}

/** `escalate` hands the review on instead of answering it: it needs no offer. */
const offeredBy = ({ review }: DeskProps, verb: Verb): boolean =>
  review.status === 'open' && review.standing.allowed && (verb === 'escalate' || review.request.verbs.includes(verb))

/** The state of the review page, for every kind of review. */
export function useDesk(props: DeskProps): Desk {
  const { review, me } = props
  const draft = useDraft(review, me.user)
  const form = useReviewForm(review, draft)
  const attention = useAttention(form)
  const onward = onwardOf(props)
  const queue = useDecide(review, onward, props.neighbours)
  const problem = useProblem()
  const claim = useClaim(review, me.user, problem.report)
  const stale = useStale(review, draft)
  const [dialog, ask] = useState<DialogName | null>(null)
  const [talking, talk] = useState(false)
  const [adding, add] = useState<Taken | null>(null)
  const offers = (verb: Verb) => offeredBy(props, verb)
  const can = (verb: Verb) => offers(verb) && !stale.changed && !claim.taken
  return {
    ...props,
    onward,
    draft,
    form,
    attention,
    claim,
    stale,
    problem,
    dialog,
    ask,
    talking,
    talk,
    adding,
    add,
    offers,
    can,
    decide: (answer) => {
      if (can(answer.verb)) queue(answer)
    },
    type: (name, text, taken) => {
      form.type(name, text, taken?.evidence)
      claim.touch()
    },
    reset: form.reset,
    refuse: (call, reason) => {
      form.refuse(call, reason)
      claim.touch()
    },
  }
}

/** Approves, with the changes where there are any; a value that does not fit is shown instead. */
export function approve(desk: Desk): void {
  const { form, review, attention } = desk
  const changed = form.edited.changed
  const verb = changed.length > 0 ? 'edit' : 'approve'
  if (!desk.can(verb)) return
  const wrong = verb === 'edit' || review.kind === 'extraction' ? form.check() : null
  if (wrong !== null) attention.focus(wrong)
  else if (verb === 'approve') desk.decide({ verb })
  else desk.decide({ verb, value: form.value, evidence: takenFor(desk) })
}

/** The places a person took the changed values from. */
function takenFor({ form, draft }: Desk): Desk['draft']['evidence'] | undefined {
  const places = Object.entries(draft.evidence).filter(([name]) => form.edited.changed.includes(name))
  return places.length > 0 ? Object.fromEntries(places) : undefined
}

/** The way that takes things as they are: approve, or for a parked run retry. */
function goOn(desk: Desk): void {
  if (!desk.stop) {
    approve(desk)
    return
  }
  const verb = (['retry', 'approve'] as const).find((one) => desk.can(one))
  if (verb) desk.decide({ verb })
}

/** What a digit picks: a candidate, or another reading of the focused field (1 is the machine's own). */
function pick(desk: Desk, digit: number): void {
  const { review, form, attention } = desk
  const candidate = review.request.candidates?.[digit - 1]
  if (desk.offers('choose')) {
    if (candidate) desk.decide({ verb: 'choose', value: candidate.id })
    return
  }
  const item = form.items.find((one) => one.name === attention.focused)
  const other = item?.field?.alternatives?.[digit - 2]
  if (!item || !desk.can('edit')) return
  if (digit === 1) desk.reset(item.name)
  else if (other) desk.type(item.name, textOf(item, other.value), other.evidence && { text: '', evidence: other.evidence })
}

function editKey(desk: Desk): void {
  if (desk.stop) document.getElementById('state-keys')?.focus()
  else if (desk.offers('respond') && !desk.offers('edit')) document.getElementById('answer')?.focus()
  else if (desk.can('edit')) desk.attention.editFocused()
}

/** The page's keys; each does what its button does. */
export function useDeskKeys(desk: Desk): void {
  const router = useRouter()
  const { onward } = desk
  const digits = Array.from({ length: 9 }, (_, index) => [String(index + 1), () => pick(desk, index + 1)])
  useKeys({
    a: () => goOn(desk),
    r: () => desk.can('reject') && desk.ask('reject'),
    e: () => editKey(desk),
    c: () => desk.claim.toggle(),
    s: () => desk.can('escalate') && desk.ask('escalate'),
    m: () => desk.talk(true),
    n: () => desk.can('edit') && !desk.stop && desk.add({ text: '', evidence: [] }),
    t: () => desk.me.permissions.includes('assign') && desk.review.status === 'open' && desk.ask('hand'),
    g: () => desk.stale.changed && desk.stale.accept(),
    '0': () => desk.can('choose') && desk.ask('none'),
    '?': () => desk.ask('keys'),
    j: () => onward.next && router.push(onward.next),
    k: () => onward.previous && router.push(onward.previous),
    ...Object.fromEntries(digits),
  })
}
