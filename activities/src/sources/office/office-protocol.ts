import type { DocumentKind } from '@countersign/workflows/contract'

/** The kinds that the office thread reads. */
export const OFFICE_KINDS = ['docx', 'pptx', 'xlsx', 'odt', 'ods', 'odp', 'epub', 'eml', 'csv'] as const satisfies readonly DocumentKind[]
export type OfficeKind = (typeof OFFICE_KINDS)[number]

/** What one file may hold; more is refused rather than cut off. */
export interface OfficeLimits {
  /** Files within the file, and what they come to when unpacked, in bytes. */
  parts: number
  unpackedBytes: number
  /** Sheets, slides, chapters. */
  pages: number
  /** Of one sheet or table. */
  rows: number
  /** Of all sheets or tables together. */
  cells: number
  /** Of the whole text. */
  characters: number
}

/** A sheet, a slide, a chapter, or a whole document that has no parts. */
export interface OfficePage {
  text: string
  title?: string
  /** What nobody sees on it: hidden rows, slides, text. */
  hidden?: string[]
  /** What in it is not read. */
  problem?: string
  /** It shows pictures; where there is no text, reading them would be needed. */
  pictures?: boolean
}

export interface OfficeText {
  title: string | null
  pages: OfficePage[]
}

export interface OfficeRequest {
  kind: OfficeKind
  bytes: Uint8Array
  limits: OfficeLimits
}

/** Why a file is not read, in words that follow its name; thrown inside the thread, where no other errors cross. */
export class OfficeRefusal extends Error {
  constructor(name: 'TooLarge' | 'Unreadable' | 'PasswordRequired', message: string) {
    super(message)
    this.name = name
  }
}

const NUMBER = new Intl.NumberFormat('en')

/** Throws where `count` of what `what` names is above `limit`. */
export function checkLimit(what: string, count: number, limit: number): void {
  if (count > limit)
    throw new OfficeRefusal('TooLarge', `has ${NUMBER.format(count)} ${what}; the limit is ${NUMBER.format(limit)}. Split it.`)
}
