import { CountersignError, type PageFacts } from '@countersign/workflows/contract'
import { ThreadError, ThreadTimeout, TOO_MUCH_MEMORY } from '../../threads/thread-reply.ts'
import { pageText } from '../page-text.ts'
import type { OpenSource, PagePicture, SourcePage } from '../source-page.ts'
import type { PageNature } from './page-nature.ts'
import type { Turn } from './pdf-lines.ts'
import type { PageSize, PdfReply } from './pdf-protocol.ts'
import { openSession, type PdfSession } from './pdf-session.ts'

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

/** A page of a PDF, with what it is. */
export interface PdfPage extends SourcePage {
  nature: PageNature
}

/** A PDF opened for reading. Its pages may be read in any order, one at a time. */
export interface OpenPdf extends OpenSource {
  /** Sizes in points of these pages, which are not read; a page that cannot be opened says why. */
  sizes(from: number, to: number): Promise<PageSize[]>
  /** What a page seems to be, by its text alone: a quick look before it is read. Error `unreadable_file`. */
  look(page: number): Promise<PageNature>
  /** Reads one page: text, boxes, picture. Error `unreadable_file`. */
  read(page: number): Promise<PdfPage>
  pages(): AsyncIterable<PdfPage>
  /** A page with pixels enough for reading its letters. Error `unreadable_file` where it cannot be drawn in time. */
  drawForReading(page: number): Promise<PagePicture>
}

const PDF_DEFAULTS: PdfOptions = { maxPages: 2000, textTimeout: 30_000, pictureTimeout: 20_000, dpi: 110, maxSide: 1800 }
/** What readers of pictures were made for; more pixels cost time and memory and give nothing. */
const READING_DPI = 200
const READING_SIDE = 3600

/**
 * Opens a PDF in a process of its own. Pages are read as they are asked for, so memory does not grow with their number.
 * Errors: `password_required`, `wrong_password`, `unreadable_file`, `too_large` (pages).
 */
export async function readPdf(bytes: Uint8Array, given: Partial<PdfOptions> = {}): Promise<OpenPdf> {
  const options = { ...PDF_DEFAULTS, ...given }
  const session = await openSession({ what: 'open', bytes, password: options.password }, options.textTimeout).catch((error: unknown) => {
    throw asUserError(error, 'The PDF', options.password !== undefined)
  })
  const { pageCount, title } = session.opened
  try {
    refusePageCount(pageCount, options.maxPages)
  } catch (error) {
    await session.close()
    throw error
  }
  const read = (page: number) => readPage(session, page, options)
  return {
    title,
    pageCount,
    read,
    async *pages() {
      for (let page = 1; page <= pageCount; page += 1) yield await read(page)
    },
    sizes: async (from, to) => {
      const reply = await session.ask({ what: 'sizes', from, to }, options.textTimeout).catch(saying(`Page ${from} to ${to} of the PDF`))
      return reply.sizes
    },
    look: async (page) => (await session.ask({ what: 'look', page }, options.textTimeout).catch(saying(`Page ${page} of the PDF`))).nature,
    drawForReading: async (page) => {
      const request = { what: 'picture', page, dpi: READING_DPI, maxSide: READING_SIDE, turn: 0 } as const
      const { bytes } = await session.ask(request, options.pictureTimeout).catch(saying(`Page ${page} of the PDF`))
      return { bytes, mime: 'image/jpeg' }
    },
    close: session.close,
  }
}

function refusePageCount(pages: number, limit: number): void {
  if (pages === 0) throw new CountersignError('unreadable_file', 'The PDF has no pages. Check how it was made and send it again.')
  if (pages <= limit) return
  const message = `The PDF has ${pages} pages; the limit is ${limit}. Split it, or raise COUNTERSIGN_MAX_PAGES.`
  throw new CountersignError('too_large', message, { pages, limit })
}

async function readPage(session: PdfSession, page: number, options: PdfOptions): Promise<PdfPage> {
  let drawn = await drawPage(session, page, options, 0)
  let reading = await readText(session, page, drawn, options, 0)
  const { turn } = reading
  if (turn !== 0) {
    drawn = await drawPage(session, page, options, turn)
    reading = await readText(session, page, drawn, options, turn)
  }
  const { width, height, lines, hidden, nature } = reading
  const picture = drawn.picture
  const facts: PageFacts = { reading: 'text' }
  if (hidden.length > 0) facts.hidden = hidden
  if (turn !== 0) facts.turn = turn
  if (drawn.problem !== null) facts.problem = drawn.problem
  return { page, width, height, text: pageText(lines), lines, picture, pictureOnly: nature === 'scan', nature, facts }
}

interface Drawn {
  picture: PagePicture | null
  /** The page's program never ends. */
  endless: boolean
  problem: string | null
}

/** A page that cannot be drawn is still worth its text, so this never fails. */
async function drawPage(session: PdfSession, page: number, { dpi, maxSide, pictureTimeout }: PdfOptions, turn: Turn): Promise<Drawn> {
  try {
    const { bytes } = await session.ask({ what: 'picture', page, dpi, maxSide, turn }, pictureTimeout)
    return { picture: { bytes, mime: 'image/jpeg' }, endless: false, problem: null }
  } catch (error) {
    const endless = error instanceof ThreadTimeout
    return { picture: null, endless, problem: endless ? 'the page could not be drawn in time' : 'the page could not be drawn' }
  }
}

/** What a page's program says of its text; of a program that never ends, or that cannot be followed, the plain text alone. */
async function readText(
  session: PdfSession,
  page: number,
  drawn: Drawn,
  options: PdfOptions,
  turn: Turn,
): Promise<Extract<PdfReply, { what: 'text' }>> {
  const ask = (deep: boolean) => session.ask({ what: 'text', page, deep, turn }, options.textTimeout)
  const deep = drawn.endless ? null : await ask(true).catch(() => null)
  return deep ?? (await ask(false).catch(saying(`Page ${page} of the PDF`)))
}

const saying =
  (what: string) =>
  (error: unknown): never => {
    throw asUserError(error, what, false)
  }

function asUserError(error: unknown, what: string, hadPassword: boolean): unknown {
  if (error instanceof ThreadTimeout) {
    return new CountersignError(
      'unreadable_file',
      `${what} could not be read in time (${error.message}) Save it again with another program.`,
    )
  }
  if (!(error instanceof ThreadError)) return error
  if (error.kind === TOO_MUCH_MEMORY.kind) {
    return new CountersignError('unreadable_file', `${what} takes more memory to read than it may. Save it again with another program.`)
  }
  if (error.kind === 'PasswordException') {
    return hadPassword
      ? new CountersignError('wrong_password', `${what} does not open with this password.`)
      : new CountersignError('password_required', `${what} is encrypted: it needs its password.`)
  }
  return new CountersignError('unreadable_file', `${what} is damaged: ${error.message} Save it again with another program.`)
}
