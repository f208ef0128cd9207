import { CountersignError } from '@countersign/workflows/contract'
import { ThreadError, ThreadTimeout } from '../threads/ask-thread.ts'
import { pageText } from './page-text.ts'
import type { PdfReply, PdfRequest } from './pdf-protocol.ts'
import { giveBack, startPdfThread, takeThread } from './pdf-threads.ts'
import type { OpenSource, PagePicture, SourcePage } from './source-page.ts'

export interface PdfOptions {
  password?: string
  /** More pages than this are refused rather than cut off. */
  maxPages: number
  /** For opening and for the text of one page, in milliseconds. */
  textTimeout: number
  /** For drawing one page; a page that takes longer goes without picture. */
  pictureTimeout: number
  dpi: number
  /** Pixels of a picture's longer side. */
  maxSide: number
}

const PDF_DEFAULTS: PdfOptions = { maxPages: 2000, textTimeout: 30_000, pictureTimeout: 20_000, dpi: 110, maxSide: 1800 }

type ReplyTo<What> = Extract<PdfReply, { what: What }>

/**
 * Opens a PDF in a thread of its own, which is ended when a page takes too long: some files loop for ever.
 * Pages are read one at a time as they are asked for, so memory does not grow with the number of pages.
 * Errors: `password_required`, `unreadable_file`, `too_large` (pages).
 */
export async function readPdf(bytes: Uint8Array, given: Partial<PdfOptions> = {}): Promise<OpenSource> {
  const options = { ...PDF_DEFAULTS, ...given }
  const opening: PdfRequest = { what: 'open', bytes, password: options.password }
  let thread = takeThread()
  let lost = false
  const ask: Ask = async (request, timeout) => {
    if (lost) {
      thread = startPdfThread()
      lost = false
      await thread.ask(opening, options.textTimeout)
    }
    try {
      return await thread.ask(request, timeout)
    } catch (error) {
      lost = error instanceof ThreadTimeout || (error instanceof ThreadError && error.kind === 'ThreadEnded')
      throw error
    }
  }
  const close = async () => {
    if (lost) await thread.end()
    else await giveBack(thread)
  }
  try {
    const { pageCount, title } = expectReply(await ask(opening, options.textTimeout), 'open')
    if (pageCount === 0) throw new CountersignError('unreadable_file', 'The PDF has no pages.')
    if (pageCount > options.maxPages) throw tooManyPages(pageCount, options.maxPages)
    const pages = async function* () {
      for (let page = 1; page <= pageCount; page += 1) yield await readPage(page, ask, options)
    }
    return { title, pageCount, pages, close }
  } catch (error) {
    await close()
    throw asUserError(error, 'The PDF')
  }
}

type Ask = (request: PdfRequest, timeout: number) => Promise<PdfReply>

async function readPage(page: number, ask: Ask, options: PdfOptions): Promise<SourcePage> {
  const reply = await ask({ what: 'text', page }, options.textTimeout).catch((error: unknown) => {
    throw asUserError(error, `Page ${page} of the PDF`)
  })
  const { width, height, lines } = expectReply(reply, 'text')
  const drawn = await drawPage(page, ask, options)
  const text = pageText(lines)
  const pictureOnly = text.trim() === '' && drawn !== null && !drawn.blank
  return { page, width, height, text, lines, picture: drawn?.picture ?? null, pictureOnly, facts: { reading: 'text' } }
}

/** A page that cannot be drawn is still worth its text, so this never fails. */
async function drawPage(page: number, ask: Ask, options: PdfOptions): Promise<{ picture: PagePicture; blank: boolean } | null> {
  try {
    const { dpi, maxSide } = options
    const { jpeg, blank } = expectReply(await ask({ what: 'picture', page, dpi, maxSide }, options.pictureTimeout), 'picture')
    return { picture: { bytes: jpeg, mime: 'image/jpeg' }, blank }
  } catch {
    return null
  }
}

function expectReply<What extends PdfReply['what']>(reply: PdfReply, what: What): ReplyTo<What> {
  if (!isReply(reply, what)) throw new CountersignError('internal', `The PDF thread answered ${reply.what} to ${what}.`)
  return reply
}

function isReply<What extends PdfReply['what']>(reply: PdfReply, what: What): reply is ReplyTo<What> {
  return reply.what === what
}

function tooManyPages(pages: number, limit: number): CountersignError {
  return new CountersignError('too_large', `The PDF has ${pages} pages; the limit is ${limit}. Split it, or raise COUNTERSIGN_MAX_PAGES.`, {
    pages,
    limit,
  })
}

function asUserError(error: unknown, what: string): unknown {
  if (error instanceof ThreadTimeout) {
    return new CountersignError(
      'unreadable_file',
      `${what} could not be read in time (${error.message}) Save it again with another program.`,
    )
  }
  if (!(error instanceof ThreadError)) return error
  if (error.kind === 'PasswordException') {
    return new CountersignError('password_required', `${what} is encrypted. Remove its password and ingest it again.`)
  }
  return new CountersignError('unreadable_file', `${what} is damaged: ${error.message} Save it again with another program.`)
}
