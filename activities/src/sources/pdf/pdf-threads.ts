import { CountersignError } from '@countersign/workflows/contract'
import { startThread, type Thread } from '../../threads/ask-thread.ts'
import type { PdfReply, PdfRequest } from './pdf-protocol.ts'

type PdfThread = Thread<PdfRequest, PdfReply>

/** A thread takes half a second to start, longer than most files take to read: one or two wait for the next file. */
const MOST_IDLE = 2
const IDLE_TIME = 30_000
/** So many files later a thread is replaced, whatever the files have left in its memory. */
const MOST_FILES = 50
const CLOSE_TIMEOUT = 5_000
const START_TIMEOUT = 120_000

const idle: { thread: PdfThread; timer: NodeJS.Timeout }[] = []
const filesRead = new WeakMap<PdfThread, number>()

/** Starts a thread and waits until it answers, so that a file's time limit counts the file alone. */
export async function startPdfThread(): Promise<PdfThread> {
  const thread: PdfThread = startThread({ module: new URL('./pdf-thread.ts', import.meta.url), data: {}, memoryMegabytes: 1536 })
  try {
    await thread.ask({ what: 'close' }, START_TIMEOUT)
  } catch (error) {
    throw new CountersignError('unavailable', 'The reader of PDFs did not start in time: the machine is too busy.', {}, { cause: error })
  }
  return thread
}

/** A thread for one file: one that waits, else a new one. */
export async function takeThread(): Promise<PdfThread> {
  const waiting = idle.pop()
  clearTimeout(waiting?.timer)
  return waiting?.thread ?? (await startPdfThread())
}

/** Closes a thread's file and lets the thread wait for the next; ends it where it doesn't answer or has had its share. */
export async function giveBack(thread: PdfThread): Promise<void> {
  const files = (filesRead.get(thread) ?? 0) + 1
  filesRead.set(thread, files)
  const closed = await thread.ask({ what: 'close' }, CLOSE_TIMEOUT).then(
    () => true,
    () => false,
  )
  if (!closed || files >= MOST_FILES || idle.length >= MOST_IDLE) return await thread.end()
  const timer = setTimeout(() => {
    idle.splice(
      idle.findIndex((waiting) => waiting.thread === thread),
      1,
    )
    void thread.end()
  }, IDLE_TIME).unref()
  idle.push({ thread, timer })
}
