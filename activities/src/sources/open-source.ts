import { CountersignError, type DocumentKind } from '@countersign/workflows/contract'
import { isOfficeKind, readOffice } from './office/read-office.ts'
import { type PdfOptions, readPdf } from './pdf/read-pdf.ts'
import { readHtml } from './read-html.ts'
import { readMarkdown } from './read-markdown.ts'
import { readText } from './read-text.ts'
import type { OpenSource } from './source-page.ts'

/**
 * Opens a file with the reader of its kind. Throws `empty_file` for no bytes at all, `unsupported_type` for what no page reader opens
 * (pictures and recordings have branches of their own), and what the readers throw.
 */
export async function openSource(kind: DocumentKind, bytes: Uint8Array, pdf: Partial<PdfOptions> = {}): Promise<OpenSource> {
  requireBytes(bytes)
  if (kind === 'pdf') return readPdf(bytes, pdf)
  if (kind === 'html') return readHtml(bytes)
  if (kind === 'markdown') return readMarkdown(bytes)
  if (kind === 'text') return readText(bytes)
  if (isOfficeKind(kind)) return readOffice(kind, bytes)
  throw new CountersignError('unsupported_type', `There is no reader of pages for the kind "${kind}".`, { kind })
}

/** Throws `empty_file` for no bytes at all. */
export function requireBytes(bytes: Uint8Array): void {
  if (bytes.byteLength > 0) return
  throw new CountersignError('empty_file', 'The file is empty (0 bytes). Check how it was written and send it again.')
}
