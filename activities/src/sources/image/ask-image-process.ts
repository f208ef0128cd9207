import { CountersignError } from '@countersign/workflows/contract'
import { startProcess } from '../../threads/ask-process.ts'
import { type Thread, ThreadError, ThreadTimeout } from '../../threads/thread-reply.ts'
import { type ImageReply, type ImageRequest, TOO_LARGE } from './image-protocol.ts'

type ReplyTo<What> = Extract<ImageReply, { what: What }>

/** A process that decodes pictures, for one file or one task; `end` it. Damaged files make decoders crash, which must not be ours. */
export interface ImageProcess {
  /** Errors: `too_large`, `unreadable_file`. */
  ask<What extends ImageRequest['what']>(request: Extract<ImageRequest, { what: What }>): Promise<ReplyTo<What>>
  /** It crashed, or was ended because it took too long. */
  hasEnded(): boolean
  end(): Promise<void>
}

/** Decoding and straightening one picture; some damaged files make decoders loop. */
const TIMEOUT = 60_000

export function startImageProcess(): ImageProcess {
  const decoder: Thread<ImageRequest, ImageReply> = startProcess({
    module: new URL('./image-process.ts', import.meta.url),
    env: {},
    memoryMegabytes: 768,
  })
  let ended = false
  return {
    ask: async (request) => {
      const reply = await decoder.ask(request, TIMEOUT).catch((error: unknown) => {
        ended = error instanceof ThreadTimeout || (error instanceof ThreadError && error.kind === 'ThreadEnded')
        throw asUserError(error)
      })
      if (!isReply(reply, request.what))
        throw new CountersignError('internal', `The image process answered ${reply.what} to ${request.what}.`)
      return reply
    },
    hasEnded: () => ended,
    end: () => decoder.end(),
  }
}

function isReply<What extends ImageReply['what']>(reply: ImageReply, what: What): reply is ReplyTo<What> {
  return reply.what === what
}

function asUserError(error: unknown): unknown {
  if (error instanceof ThreadTimeout) {
    return new CountersignError(
      'unreadable_file',
      `The picture could not be read in time (${error.message}) Save it again with another program.`,
    )
  }
  if (!(error instanceof ThreadError)) return error
  if (error.kind === 'ThreadEnded') {
    return new CountersignError(
      'unreadable_file',
      'The picture is so damaged that its decoder crashed. Save it again with another program.',
    )
  }
  if (error.kind === TOO_LARGE) {
    return new CountersignError('too_large', `The picture has ${error.message}, more than a page needs. Scale it down and ingest it again.`)
  }
  return new CountersignError('unreadable_file', `The picture is damaged: ${error.message} Save it again with another program.`)
}
