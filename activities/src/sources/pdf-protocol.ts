import type { PageLine } from '@countersign/workflows/contract'

/** What the PDF thread is asked and answers. A thread holds one file at a time: opening one closes the one before. */
export type PdfRequest =
  | { what: 'open'; bytes: Uint8Array; password?: string }
  | { what: 'text'; page: number }
  | { what: 'picture'; page: number; dpi: number; maxSide: number }
  | { what: 'close' }

export type PdfReply =
  | { what: 'open'; pageCount: number; title: string | null }
  | { what: 'text'; width: number; height: number; lines: PageLine[] }
  | { what: 'picture'; jpeg: Uint8Array; blank: boolean }
  | { what: 'close' }
