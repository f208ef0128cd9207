'use client'

import type { ReviewDetail } from '@countersign/client'
import type { Evidence } from '@countersign/client/contract'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { checkSchema } from './check-schema.ts'
import type { Field, FieldValue } from './field-value.ts'
import { applyTyped, type Edited, type FormItem, formItems, textOf, typedOf, WHOLE } from './form-model.ts'
import { formTarget } from './form-target.ts'
import { type CallForm, isOfCall, type Refusals } from './many-calls.ts'
import type { Problem } from './problem.ts'
import type { DraftState } from './use-draft.ts'

export interface ReviewForm {
  items: FormItem[]
  /** The tool whose arguments the form holds, or null. */
  tool: string | null
  /** Several calls, each decided on its own; empty for anything else. */
  calls: CallForm[]
  refusals: Refusals
  /** What the item's control shows: the typed text, or the proposal. */
  textOf(item: FormItem): string
  edited: Edited
  /** What an edit sends: the whole proposal with the changes in it. */
  value: FieldValue
  /** The fields with the places a person took a value from instead of the machine's. */
  fields: Field[]
  /** Problems to show, by item name: those of typed text at once, all others after an attempt to send. */
  problems: Record<string, Problem>
  /** `evidence`: where the text was taken from; left out: typed by hand, so the machine's place no longer proves it. */
  type(name: string, text: string, evidence?: Evidence[]): void
  reset(name: string): void
  /** Refuses one of several calls, with or without a reason; null: it is to be made after all. */
  refuse(call: number, reason: string | null): void
  /** The first item with a problem, or null when what is there may be sent; else the problems are shown. */
  check(): string | null
}

/** What stands in the controls: what is typed, or, once an edit was decided, what it set. */
function shownText(items: FormItem[], typed: Record<string, string>, decided: FieldValue | undefined): Record<string, string> {
  return decided === undefined ? typed : typedOf(items, decided)
}

function decidedValue(review: ReviewDetail): FieldValue | undefined {
  if (review.decision?.verb !== 'edit') return undefined
  return z.json().nullable().safeParse(review.decision.value).data
}

/** The review's fields, each where a person found it. What the machine missed becomes a field of its own. */
function withEvidence(fields: Field[], items: FormItem[], evidence: Record<string, Evidence[]>): Field[] {
  const known = fields.map((field) => ({ ...field, evidence: evidence[field.name] ?? field.evidence }))
  const more = items.flatMap(({ name, label, field }) => {
    const places = field ? undefined : evidence[name]
    return places ? [{ name, label, value: null, confidence: 1, threshold: 0, evidence: places, reasons: [] }] : []
  })
  return [...known, ...more]
}

const isRefused = (item: string, refusals: Refusals): boolean => [...refusals.keys()].some((call) => isOfCall(item, call))

/** How a refusal is kept among the words of the draft: that it is one, and why. */
const refusalWords = (call: number, reason: string | null): Record<string, string> => ({
  [`refused ${call}`]: reason === null ? '' : 'yes',
  [`refusal ${call}`]: reason ?? '',
})

const refusalsOf = (calls: CallForm[], words: Record<string, string>): Refusals =>
  new Map(calls.flatMap(({ index }) => (words[`refused ${index}`] ? [[index, words[`refusal ${index}`]?.trim() || null] as const] : [])))

/** A refused call is a change; what was typed into its arguments is none. */
function withRefusals(edited: Edited, refusals: Refusals): Edited {
  if (refusals.size === 0) return edited
  const problems = Object.fromEntries(Object.entries(edited.problems).filter(([name]) => !isRefused(name, refusals)))
  const changed = edited.changed.filter((name) => !isRefused(name, refusals))
  return { ...edited, problems, changed: [...changed, ...[...refusals.keys()].map((call) => `${call}`)] }
}

/** The form of a review: what was typed over the proposal, kept in the browser until it is sent. */
export function useReviewForm(review: ReviewDetail, draft: DraftState): ReviewForm {
  const { typed, evidence, words, change } = draft
  const target = useMemo(() => formTarget(review), [review])
  const added = Object.keys(typed).join('\n')
  const items = useMemo(() => formItems(target.formed, added.split('\n').filter(Boolean)), [target, added])
  const [attempted, setAttempted] = useState(false)
  const { schema } = target.formed.request

  const decided = useMemo(() => decidedValue(review), [review])
  const shown = useMemo(
    () => shownText(items, typed, decided === undefined ? undefined : target.unwrap(decided)),
    [items, typed, decided, target],
  )
  const refusals = useMemo(
    () => (decided === undefined ? refusalsOf(target.calls, words) : target.refusalsIn(decided)),
    [target, words, decided],
  )
  const edited = useMemo(() => withRefusals(applyTyped(items, shown), refusals), [items, shown, refusals])
  const schemaProblems = useMemo(() => checkSchema(schema, edited.value, items), [schema, edited.value, items])
  const problems = useMemo(() => {
    const wrong = Object.entries({ ...schemaProblems, ...edited.problems }).filter(([name]) => attempted || edited.changed.includes(name))
    return Object.fromEntries(wrong.filter(([name]) => !isRefused(name, refusals)))
  }, [schemaProblems, edited, attempted, refusals])
  const fields = useMemo(() => withEvidence(review.fields, items, evidence), [review.fields, items, evidence])

  return {
    items,
    tool: target.tool,
    calls: target.calls,
    refusals,
    textOf: (item) => shown[item.name] ?? textOf(item, item.proposed),
    edited,
    value: target.wrap(edited.value, refusals),
    fields,
    problems,
    type: (name, text, places) => {
      const { [name]: _before, ...others } = evidence
      change({ typed: { ...typed, [name]: text }, evidence: places ? { ...others, [name]: places } : others })
    },
    reset: (name) => {
      const { [name]: _typed, ...restTyped } = typed
      const { [name]: _evidence, ...restEvidence } = evidence
      change({ typed: restTyped, evidence: restEvidence })
    },
    refuse: (call, reason) => change({ words: { ...words, ...refusalWords(call, reason) } }),
    check: () => {
      const [first] = Object.keys({ ...edited.problems, ...schemaProblems }).filter((name) => !isRefused(name, refusals))
      setAttempted(first !== undefined)
      return first ?? null
    },
  }
}

/** Whether an item stands for the whole proposal, which then needs no name beside it. */
export const isWhole = (item: FormItem): boolean => item.name === WHOLE
