import type { Evidence } from '@countersign/workflows/contract'
import type { DocumentType } from '../document-types/document-type.ts'
import type { DocumentText } from '../sources/document-text.ts'

/** A value of a field: a string, a number, or null where the document doesn't have it. */
export type FieldValue = string | number | null

/** One field as an extractor read it. `confidence` is the chance that the value is right, 0..0.99. */
export interface Reading {
  value: FieldValue
  confidence: number
  evidence: Evidence[]
  /** Why it is not surer, or what supports it; each a short phrase for a reviewer. */
  reasons: string[]
  alternatives: { value: FieldValue; reason: string; evidence: Evidence[] }[]
}

export interface ExtractInput {
  type: DocumentType
  document: DocumentText
  language: string | null
  /** Why reviewers rejected earlier readings of this document, oldest first. */
  hints: readonly string[]
  /** The values that were rejected with those hints, newest last. */
  rejected: readonly Readonly<Record<string, FieldValue>>[]
  signal: AbortSignal
}

/**
 * Reads fields from a document. Errors: `model_failed` (worth a retry), `model_missing` (a key or a model that isn't there).
 * Has no effect outside, so it is safe to retry.
 */
export interface Extractor {
  name: string
  /** A reading for every field of the type. */
  extract(input: ExtractInput): Promise<Record<string, Reading>>
}
