import type { PageLine } from '@countersign/workflows/contract'
import type { PageNature } from './page-nature.ts'
import type { Turn } from './pdf-lines.ts'

/** What the process that reads PDFs is asked and answers. It holds one file at a time: opening one closes the one before. */
export type PdfRequest =
  | { what: 'open'; bytes: Uint8Array; password?: string }
  | { what: 'sizes'; from: number; to: number }
  | { what: 'look'; page: number }
  | { what: 'picture'; page: number; dpi: number; maxSide: number; turn: Turn }
  /** `turn`: the page's text is turned by so much, and the page is read as turned back. `deep`: also follow the page's program, which tells hidden text and pictures, but never ends on some files. */
  | { what: 'text'; page: number; deep: boolean; turn: Turn }
  | { what: 'close' }

export interface PageSize {
  page: number
  width: number
  height: number
  /** Why the page cannot be opened; null where it can. */
  problem: string | null
}

export type PdfReply =
  | { what: 'open'; pageCount: number; title: string | null }
  | { what: 'sizes'; sizes: PageSize[] }
  | { what: 'look'; nature: PageNature }
  | { what: 'picture'; bytes: Uint8Array; blank: boolean; width: number; height: number }
  | { what: 'text'; width: number; height: number; lines: PageLine[]; hidden: string[]; turn: Turn; nature: PageNature }
  /** `memory`: resident bytes of the process, its file closed. */
  | { what: 'close'; memory: number }
