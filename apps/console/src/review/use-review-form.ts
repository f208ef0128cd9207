'use client'

import type { ReviewDetail } from '@countersign/client'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { checkSchema } from './check-schema.ts'
import { forgetDraft, keepDraft, loadDraft } from './draft.ts'
import { applyTyped, type Edited, type FormItem, formItems, textOf, typedOf, WHOLE } from './form-model.ts'

export interface ReviewForm {
  items: FormItem[]
  /** What the item's control shows: the typed text, or the proposal. */
  textOf(item: FormItem): string
  edited: Edited
  /** Problems to show, by item name: those of typed text at once, all others after an attempt to send. */
  problems: Record<string, string>
  /** When kept text was brought back (ms), until it is touched or discarded. */
  restoredAt: number | null
  type(name: string, text: string): void
  reset(name: string): void
  discard(): void
  /** True when what is there may be sent; else the problems are shown. */
  check(): string | null
}

/** What stands in the controls: what is typed, or, once an edit was decided, what it set. */
function shownText(items: FormItem[], typed: Record<string, string>, decided: unknown): Record<string, string> {
  if (decided === undefined) return typed
  const value = z.json().nullable().safeParse(decided)
  return value.success ? typedOf(items, value.data) : {}
}

/** The form of a review: what was typed over the proposal, kept in the browser until it is sent. */
export function useReviewForm(review: ReviewDetail): ReviewForm {
  const items = useMemo(() => formItems(review), [review])
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  const [attempted, setAttempted] = useState(false)
  const { id, shownHash, request } = review
  const isOpen = review.status === 'open'

  useEffect(() => {
    const draft = isOpen ? loadDraft(id) : null
    if (!draft) return
    setTyped(draft.typed)
    setRestoredAt(draft.at)
  }, [id, isOpen])

  const decided = review.decision?.verb === 'edit' ? review.decision.value : undefined
  const shown = useMemo(() => shownText(items, typed, decided), [items, typed, decided])
  const edited = useMemo(() => applyTyped(items, shown), [items, shown])
  const schemaProblems = useMemo(() => checkSchema(request.schema, edited.value, items), [request.schema, edited.value, items])
  const problems = useMemo(() => {
    const wrong = Object.entries({ ...schemaProblems, ...edited.problems }).filter(([name]) => attempted || edited.changed.includes(name))
    return Object.fromEntries(wrong)
  }, [schemaProblems, edited, attempted])

  const change = useCallback(
    (next: Record<string, string>) => {
      setTyped(next)
      keepDraft(id, { shownHash, typed: next, at: Date.now() })
    },
    [id, shownHash],
  )
  const reset = (name: string) => {
    const { [name]: _dropped, ...rest } = typed
    change(rest)
  }
  return {
    items,
    textOf: (item) => shown[item.name] ?? textOf(item, item.proposed),
    edited,
    problems,
    restoredAt,
    type: (name, text) => change({ ...typed, [name]: text }),
    reset,
    discard: () => {
      setTyped({})
      setRestoredAt(null)
      forgetDraft(id)
    },
    check: () => {
      const [first] = Object.keys({ ...edited.problems, ...schemaProblems })
      setAttempted(first !== undefined)
      return first ?? null
    },
  }
}

/** Whether an item stands for the whole proposal, which then needs no name beside it. */
export const isWhole = (item: FormItem): boolean => item.name === WHOLE
