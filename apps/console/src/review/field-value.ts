import type { ReviewDetail } from '@countersign/client'

export type Field = ReviewDetail['fields'][number]
export type FieldValue = Field['value']

/** A value as one line of text, for reading. Lists say how long they are. */
export function describeValue(value: FieldValue | undefined): string {
  if (value === null || value === undefined || value === '') return 'not found'
  if (Array.isArray(value)) return value.length === 1 ? '1 row' : `${value.length} rows`
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

export const isDoubtful = (field: Pick<Field, 'confidence' | 'threshold'>): boolean => field.confidence < field.threshold
