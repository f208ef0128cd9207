import { CountersignError, type DocumentKind } from '@countersign/workflows/contract'
import { type FileType, isRead, ofKind, refuse } from './file-type.ts'
import { kindOfText } from './kind-of-text.ts'
import { nameBinary } from './name-binary.ts'
import { sampleText } from './sample-text.ts'

/** Acrobat itself looks this far for the header and the end mark. */
const PDF_WINDOW = 1024

/**
 * What a file is, by its content. The name only settles what content cannot: which kind of text it is.
 * Throws CountersignError `empty_file` for no bytes, `password_required` for an Office file that is encrypted, `unsupported_type` for
 * what is not read, saying what it is and what to do.
 */
export function detectType(bytes: Uint8Array, name: string): FileType {
  if (bytes.byteLength === 0) throw new CountersignError('empty_file', `"${name}" is empty (0 bytes).`, { name })
  if (isPdf(bytes)) return ofKind('pdf')
  const binary = nameBinary(bytes)
  if (binary !== null) return isRead(binary) ? binary : refuse(name, binary)
  const text = sampleText(bytes)
  const type = text === null ? { what: 'a binary file of an unknown kind' } : kindOfText(text, name)
  return isRead(type) ? type : refuse(name, type)
}

/** The kind alone; throws as `detectType` does. */
export const detectKind = (bytes: Uint8Array, name: string): DocumentKind => detectType(bytes, name).kind

/** By its header, or, where that was lost, by an object at the start and the trailer at the end: readers open those too. */
function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, PDF_WINDOW)).toString('latin1')
  if (head.includes('%PDF-')) return true
  const tail = Buffer.from(bytes.subarray(Math.max(0, bytes.byteLength - PDF_WINDOW))).toString('latin1')
  return /\d+ \d+ obj\b/.test(head) && /startxref\s+\d+\s+%%EOF\s*$/.test(tail)
}
