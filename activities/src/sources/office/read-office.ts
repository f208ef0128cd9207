import { CountersignError } from '@countersign/workflows/contract'
import { ThreadError, ThreadTimeout } from '../../threads/thread-reply.ts'
import type { OpenSource, SourcePage } from '../source-page.ts'
import { OFFICE_KINDS, type OfficeKind, type OfficeLimits, type OfficePage } from './office-protocol.ts'
import { giveBackOffice, type OfficeThread, takeOffice } from './office-threads.ts'

export interface OfficeOptions extends OfficeLimits {
  /** For reading the whole file, in milliseconds. */
  timeout: number
}

const DEFAULTS: OfficeOptions = {
  parts: 20_000,
  unpackedBytes: 400_000_000,
  pages: 2000,
  rows: 100_000,
  cells: 1_000_000,
  characters: 20_000_000,
  timeout: 240_000,
}

export const isOfficeKind = (kind: string): kind is OfficeKind => OFFICE_KINDS.some((one) => one === kind)

/**
 * Reads a file of Office, OpenDocument, EPUB, mail or CSV in a thread of its own, with a limit on time and memory. Sheets, slides and
 * chapters are pages; hidden ones keep their text apart, in their facts. Errors: `unreadable_file`,
 * `too_large`, `password_required`, `no_text` where it holds nothing but pictures.
 */
export async function readOffice(kind: OfficeKind, bytes: Uint8Array, given: Partial<OfficeOptions> = {}): Promise<OpenSource> {
  const { timeout, ...limits } = { ...DEFAULTS, ...given }
  const thread = takeOffice()
  const { title, pages } = await ask(thread, () => thread.ask({ kind, bytes, limits }, timeout))
  if (pages.every(({ text }) => text === '') && pages.some(({ pictures }) => pictures)) {
    throw new CountersignError('no_text', 'The file holds pictures and no text. Save it as PDF, whose pictures are read, and send that.')
  }
  return {
    title,
    pageCount: pages.length,
    async *pages() {
      for (const [index, page] of pages.entries()) yield sourcePage(page, index + 1)
    },
    close: async () => undefined,
  }
}

/** A thread that has answered, be it with an error, reads the next file; one that is lost is ended. */
async function ask<T>(thread: OfficeThread, request: () => Promise<T>): Promise<T> {
  try {
    const answer = await request()
    giveBackOffice(thread)
    return answer
  } catch (error) {
    if (error instanceof ThreadError && error.kind !== 'ThreadEnded' && !isOutOfMemory(error)) giveBackOffice(thread)
    else await thread.end()
    throw asUserError(error)
  }
}

const isOutOfMemory = (error: ThreadError): boolean => /memory limit/.test(error.message)

function sourcePage({ text, title, hidden = [], problem, pictures }: OfficePage, page: number): SourcePage {
  const facts = {
    reading: 'text' as const,
    ...(title === undefined ? {} : { title }),
    ...(problem === undefined ? {} : { problem }),
    ...(hidden.length === 0 ? {} : { hidden }),
  }
  return { page, width: 0, height: 0, text, lines: [], picture: null, pictureOnly: text === '' && pictures === true, facts }
}

const CODES = { TooLarge: 'too_large', Unreadable: 'unreadable_file', PasswordRequired: 'password_required' } as const

function asUserError(error: unknown): unknown {
  if (error instanceof ThreadTimeout) {
    return new CountersignError(
      'unreadable_file',
      `The file could not be read in time (${error.message}) Save it again with another program.`,
    )
  }
  if (!(error instanceof ThreadError)) return error
  const [, code] = Object.entries(CODES).find(([name]) => name === error.kind) ?? []
  if (code !== undefined) return new CountersignError(code, `The file ${error.message}`)
  if (isOutOfMemory(error)) {
    return new CountersignError(
      'too_large',
      'The file takes more memory to read than there is for one. Split it, or take pictures out of it.',
    )
  }
  return new CountersignError('unreadable_file', `The file is damaged: ${error.message} Save it again with another program.`)
}
