import { CountersignError } from '@countersign/workflows/contract'
import { ThreadError, ThreadTimeout } from '../../threads/ask-thread.ts'
import type { PdfReply, PdfRequest } from './pdf-protocol.ts'
import { giveBack, startPdfThread, takeThread } from './pdf-threads.ts'

type Opening = Extract<PdfRequest, { what: 'open' }>
type ReplyTo<What> = Extract<PdfReply, { what: What }>

/** A file that is open in a thread, whatever happens to the thread. */
export interface PdfSession {
  opened: ReplyTo<'open'>
  /** Throws what the thread throws; where the thread was lost, the next question opens the file in a new one. */
  ask<What extends PdfRequest['what']>(request: Extract<PdfRequest, { what: What }>, timeout: number): Promise<ReplyTo<What>>
  close(): Promise<void>
}

/** Opens a file in a thread. The thread is ended when an answer takes too long: some files loop for ever. */
export async function openSession(opening: Opening, timeout: number): Promise<PdfSession> {
  let thread = await takeThread()
  let lost = false
  const ask: PdfSession['ask'] = async (request, patience) => {
    if (lost) {
      thread = await startPdfThread()
      lost = false
      await thread.ask(opening, timeout)
    }
    try {
      return expectReply(await withinMemory(thread, () => thread.ask(request, patience)), request.what)
    } catch (error) {
      lost = error instanceof ThreadTimeout || (error instanceof ThreadError && (error.kind === 'ThreadEnded' || error.kind === TOO_MUCH))
      throw error
    }
  }
  const close = async () => {
    if (lost) await thread.end()
    else await giveBack(thread)
  }
  try {
    return { opened: await ask(opening, timeout), ask, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** By so much the process may grow while a page is read. What packed streams unpack to is outside of the limits that a thread has. */
const MOST_GROWTH = 800e6
const TOO_MUCH = 'TooMuchMemory'

async function withinMemory<Reply>(thread: { end(): Promise<void> }, ask: () => Promise<Reply>): Promise<Reply> {
  const before = process.memoryUsage.rss()
  let over = false
  const timer = setInterval(() => {
    if (over || process.memoryUsage.rss() - before < MOST_GROWTH) return
    over = true
    void thread.end()
  }, 50)
  try {
    return await ask()
  } catch (error) {
    throw over ? new ThreadError(TOO_MUCH, 'it unpacks to more memory than a page may need.') : error
  } finally {
    clearInterval(timer)
  }
}

function expectReply<What extends PdfReply['what']>(reply: PdfReply, what: What): ReplyTo<What> {
  if (!isReply(reply, what)) throw new CountersignError('internal', `The PDF thread answered ${reply.what} to ${what}.`)
  return reply
}

function isReply<What extends PdfReply['what']>(reply: PdfReply, what: What): reply is ReplyTo<What> {
  return reply.what === what
}
