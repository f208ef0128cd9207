import { z } from 'zod'

/** What a field's value looks like. Dates are `YYYY-MM-DD`, amounts numbers, currencies ISO 4217 codes. */
export type FieldForm = 'text' | 'identifier' | 'date' | 'amount' | 'currency'

export interface FieldSpec {
  name: string
  label: string
  form: FieldForm
  /** A document of this type may lack it; then it is null without doubt. */
  optional: boolean
  /** Below this confidence a person is asked. */
  threshold: number
  /** What it is, for a language model's prompt. */
  description: string
}

/** A kind of document with the fields that are read from it. `schema` is what accepted values satisfy. */
export interface DocumentType {
  name: string
  title: string
  fields: readonly FieldSpec[]
  schema: z.ZodObject
}

export const DEFAULT_THRESHOLD = 0.85
/** For what has one form and few places to stand, and is confirmed by sums or by a time beside it: a receipt's date and total. */
export const CONFIRMED_THRESHOLD = 0.75
/** For names and addresses, where rules are wrong more often and sums can't tell. */
export const CAUTIOUS_THRESHOLD = 0.9

export const isoDate = z.iso.date()
export const amount = z.number().finite()
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'three capital letters, like EUR')
export const text = z.string().trim().min(1).max(500)
