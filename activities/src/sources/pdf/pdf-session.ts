import { CountersignError } from '@countersign/workflows/contract'
import { ThreadError, ThreadTimeout, TOO_MUCH_MEMORY } from '../../threads/thread-reply.ts'
import { giveBack, startPdfReader, takeReader } from './pdf-processes.ts'
import type { PdfReply, PdfRequest } from './pdf-protocol.ts'

type Opening = Extract<PdfRequest, { what: 'open' }>
type ReplyTo<What> = Extract<PdfReply, { what: What }>

const ENDED: readonly string[] = ['ThreadEnded', TOO_MUCH_MEMORY.kind]

/** A file that is open in a process of its own, whatever happens to the process. */
export interface PdfSession {
  opened: ReplyTo<'open'>
  /** Throws what the process throws; where the process was lost, the next question opens the file in a new one. */
  ask<What extends PdfRequest['what']>(request: Extract<PdfRequest, { what: What }>, timeout: number): Promise<ReplyTo<What>>
  close(): Promise<void>
}

/** Opens a file in a process of its own, which is ended when an answer takes too long: some files loop for ever. */
export async function openSession(opening: Opening, timeout: number): Promise<PdfSession> {
  let reader = await takeReader()
  let lost = false
  const ask: PdfSession['ask'] = async (request, patience) => {
    if (lost) {
      reader = await startPdfReader()
      lost = false
      await reader.ask(opening, timeout)
    }
    try {
      return expectReply(await reader.ask(request, patience), request.what)
    } catch (error) {
      lost = error instanceof ThreadTimeout || (error instanceof ThreadError && ENDED.includes(error.kind))
      throw error
    }
  }
  const close = async () => {
    if (lost) await reader.end()
    else await giveBack(reader)
  }
  try {
    return { opened: await ask(opening, timeout), ask, close }
  } catch (error) {
    await close()
    throw error
  }
}

function expectReply<What extends PdfReply['what']>(reply: PdfReply, what: What): ReplyTo<What> {
  if (!isReply(reply, what)) throw new CountersignError('internal', `The reader of PDFs answered ${reply.what} to ${what}.`)
  return reply
}

function isReply<What extends PdfReply['what']>(reply: PdfReply, what: What): reply is ReplyTo<What> {
  return reply.what === what
}
