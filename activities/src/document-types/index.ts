import { CountersignError } from '@countersign/workflows/contract'
import type { DocumentType } from './document-type.ts'
import { generic } from './generic.ts'
import { invoice } from './invoice.ts'
import { receipt } from './receipt.ts'

const DOCUMENT_TYPES: readonly DocumentType[] = [invoice, receipt, generic]

/** The document type of this name; throws `invalid_input` that lists the known ones. */
export function documentType(name: string): DocumentType {
  const type = DOCUMENT_TYPES.find((candidate) => candidate.name === name)
  if (type !== undefined) return type
  const known = DOCUMENT_TYPES.map((candidate) => candidate.name).join(', ')
  throw new CountersignError('invalid_input', `There is no document type "${name}". Known are ${known}.`, { documentType: name })
}
