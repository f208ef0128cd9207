import type { ReviewDetail } from '@countersign/client'

export type Field = ReviewDetail['fields'][number]
export type FieldValue = Field['value']
export type Verb = ReviewDetail['request']['verbs'][number]

/** The words a value is described with where it cannot be shown as it is. */
export interface ValueWords {
  none: string
  rows(count: number): string
}

const ENGLISH: ValueWords = { none: 'not found', rows: (count) => (count === 1 ? '1 row' : `${count} rows`) }

/** A value as one line of text, for reading. Lists say how long they are. */
export function describeValue(value: FieldValue | undefined, words: ValueWords = ENGLISH): string {
  if (value === null || value === undefined || value === '') return words.none
  if (Array.isArray(value)) return words.rows(value.length)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

export const isDoubtful = (field: Pick<Field, 'confidence' | 'threshold'>): boolean => field.confidence < field.threshold
