import { CountersignError } from '@countersign/workflows/contract'
import { startProcess } from '../../threads/ask-process.ts'
import { offerIdle } from '../../threads/memory-room.ts'
import type { Thread } from '../../threads/thread-reply.ts'
import type { PdfReply, PdfRequest } from './pdf-protocol.ts'

type PdfReader = Thread<PdfRequest, PdfReply>

/** A process takes a second to start, longer than most files take to read: one or two wait for the next file. */
const MOST_IDLE = 2
const IDLE_TIME = 30_000
/** Bytes. What a large file has left behind does not wait along. */
const MOST_IDLE_MEMORY = 350e6
/** So many files later a process is replaced, whatever the files have left in its memory. */
const MOST_FILES = 50
const CLOSE_TIMEOUT = 5_000
const START_TIMEOUT = 120_000

const idle: { reader: PdfReader; takeBack: () => void }[] = []
const filesRead = new WeakMap<PdfReader, number>()

/** Starts a process and waits until it answers, so that a file's time limit counts the file alone. */
export async function startPdfReader(): Promise<PdfReader> {
  const reader: PdfReader = startProcess({ module: new URL('./pdf-process.ts', import.meta.url), env: {}, memoryMegabytes: 768 })
  try {
    await reader.ask({ what: 'close' }, START_TIMEOUT)
  } catch (error) {
    throw new CountersignError('unavailable', 'The reader of PDFs did not start in time: the machine is too busy.', {}, { cause: error })
  }
  return reader
}

/** A process for one file: one that waits, else a new one. */
export async function takeReader(): Promise<PdfReader> {
  const waiting = idle.pop()
  waiting?.takeBack()
  return waiting?.reader ?? (await startPdfReader())
}

/** Closes a process's file and lets the process wait for the next; ends it where it doesn't answer or has had its share. */
export async function giveBack(reader: PdfReader): Promise<void> {
  const files = (filesRead.get(reader) ?? 0) + 1
  filesRead.set(reader, files)
  const closed = await reader.ask({ what: 'close' }, CLOSE_TIMEOUT).catch(() => null)
  const isFit = closed?.what === 'close' && closed.memory < MOST_IDLE_MEMORY
  if (!isFit || files >= MOST_FILES || idle.length >= MOST_IDLE) return await reader.end()
  wait(reader)
}

/** Until it is taken, has waited for long, or its memory is needed. */
function wait(reader: PdfReader): void {
  const leave = async () => {
    takeBack()
    const at = idle.findIndex((waiting) => waiting.reader === reader)
    if (at >= 0) idle.splice(at, 1)
    await reader.end()
  }
  const timer = setTimeout(() => void leave(), IDLE_TIME).unref()
  const withdraw = reader.pid === undefined ? () => undefined : offerIdle(reader.pid, leave)
  const takeBack = () => {
    clearTimeout(timer)
    withdraw()
  }
  idle.push({ reader, takeBack })
}
