import type { Field } from '@countersign/workflows/contract'
import { documentType } from '../../../document-types/index.ts'
import type { FieldValue } from '../../../models/extractor.ts'
import type { Extraction } from '../state.ts'

/** Fields that a person must look at: surer than the threshold is sure enough, and an optional field may be missing. */
export function doubtfulFields(extraction: Extraction): Field[] {
  const specs = documentType(extraction.documentType).fields
  const optional = new Set(specs.filter((spec) => spec.optional).map((spec) => spec.name))
  return extraction.fields.filter((field) => field.confidence < field.threshold && !(field.value === null && optional.has(field.name)))
}

/** The values of an extraction by field. */
export function valuesOf(extraction: Extraction): Record<string, FieldValue> {
  return Object.fromEntries(
    extraction.fields.map(({ name, value }) => [name, typeof value === 'string' || typeof value === 'number' ? value : null]),
  )
}
