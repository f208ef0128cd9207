import type { PageLine } from '@countersign/db'

/** What the PDF thread is given, is asked and answers. */
export interface PdfThreadData {
  bytes: Uint8Array
  password?: string
}

export type PdfRequest = { what: 'open' } | { what: 'text'; page: number } | { what: 'picture'; page: number; dpi: number; maxSide: number }

export type PdfReply =
  | { what: 'open'; pageCount: number; title: string | null }
  | { what: 'text'; width: number; height: number; lines: PageLine[] }
  | { what: 'picture'; jpeg: Uint8Array; blank: boolean }
