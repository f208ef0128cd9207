import { CountersignError, type DocumentKind, INPUT_TYPES, type InputType, inputTypeOf } from '@countersign/workflows/contract'
import { type FileType, ofKind } from './file-type.ts'

/** What a file is said to be: one of the six types of resource, or a kind of document. */
export type ClaimedKind = InputType | DocumentKind

/** Between these, content alone does not decide: any text can be read as each of them. */
const TEXTS: readonly DocumentKind[] = ['text', 'markdown', 'csv']

const NAMES: Record<ClaimedKind, string> = {
  pdf: 'a PDF',
  text: 'plain text',
  markdown: 'Markdown',
  html: 'an HTML page',
  docx: 'a Word document (docx)',
  pptx: 'a PowerPoint presentation (pptx)',
  xlsx: 'an Excel workbook (xlsx)',
  odt: 'an OpenDocument text (odt)',
  ods: 'an OpenDocument sheet (ods)',
  odp: 'an OpenDocument presentation (odp)',
  epub: 'an e-book (EPUB)',
  eml: 'a mail (eml)',
  csv: 'a table (CSV)',
  image: 'a picture',
  audio: 'a sound recording',
  youtube: 'a YouTube video',
  website: 'a website',
  document: 'a document',
}

/**
 * What a file is to be read as, given what its content is and what somebody says it is (null: nothing). A claim settles which kind of
 * text a text is; one that the content contradicts is the error `kind_mismatch`, which names both.
 */
export function checkClaim(found: FileType, claimed: ClaimedKind | null, name: string): FileType {
  if (claimed === null || claimed === found.kind) return found
  const claimedText = TEXTS.find((kind) => kind === claimed)
  if (claimedText !== undefined && TEXTS.includes(found.kind)) return ofKind(claimedText)
  const isType = INPUT_TYPES.some((type) => type === claimed)
  if (isType && inputTypeOf(found.kind) === claimed) return found
  throw new CountersignError(
    'kind_mismatch',
    `"${name}" is said to be ${NAMES[claimed]} but holds ${NAMES[found.kind]} (${found.mime}). Leave the kind out, or send the right file.`,
    { name, claimed, found: found.kind, mime: found.mime },
  )
}
