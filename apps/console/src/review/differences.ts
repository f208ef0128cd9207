import type { ReviewRequest } from '@countersign/client/contract'
import { z } from 'zod'
import type { FieldValue } from './field-value.ts'

/** One value that is not what it was. Texts, to be compared by eye. */
export interface Difference {
  name: string
  before: string
  after: string
}

const recordSchema = z.record(z.string(), z.json())

const textOf = (value: FieldValue | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const labelOf = (request: ReviewRequest, name: string): string => request.fields?.find((field) => field.name === name)?.label ?? name

function ofValues(before: FieldValue, after: FieldValue): Difference[] {
  const [old, now] = [recordSchema.safeParse(before).data, recordSchema.safeParse(after).data]
  if (!old || !now) return textOf(before) === textOf(after) ? [] : [{ name: '', before: textOf(before), after: textOf(after) }]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => ({ name, before: textOf(old[name]), after: textOf(now[name]) }))
    .filter((one) => one.before !== one.after)
}

const candidatesOf = (request: ReviewRequest): FieldValue =>
  Object.fromEntries((request.candidates ?? []).map((one) => [one.label, textOf(one.value)]))

/** What differs between a request as it was shown and as it is now: its words, its proposal, its candidates. */
export function differencesOf(before: ReviewRequest, after: ReviewRequest): Difference[] {
  const words = ofValues({ title: before.title, reason: before.reason }, { title: after.title, reason: after.reason })
  const values = ofValues(before.proposal, after.proposal).map((one) => ({ ...one, name: one.name && labelOf(after, one.name) }))
  return [...words, ...values, ...ofValues(candidatesOf(before), candidatesOf(after))]
}

/** Names of the values in which several records are not all alike; of anything but records none. */
export function unlikeKeys(values: FieldValue[]): Set<string> {
  const records = values.map((value) => recordSchema.safeParse(value).data)
  const keys = new Set(records.flatMap((record) => Object.keys(record ?? {})))
  return new Set([...keys].filter((key) => new Set(records.map((record) => textOf(record?.[key]))).size > 1))
}
