import { startThread } from '../../threads/ask-thread.ts'
import type { Thread } from '../../threads/thread-reply.ts'
import type { OfficeRequest, OfficeText } from './office-protocol.ts'

export type OfficeThread = Thread<OfficeRequest, OfficeText>

/** A thread takes a second to start, longer than most files take to read: one waits for the next file. */
const IDLE_TIME = 30_000
/** So many files later a thread is replaced, whatever the files have left in its memory. */
const MOST_FILES = 50

let idle: { thread: OfficeThread; timer: NodeJS.Timeout } | null = null
const filesRead = new WeakMap<OfficeThread, number>()

/** A thread for one file: the one that waits, else a new one. */
export function takeOffice(): OfficeThread {
  const waiting = idle
  idle = null
  clearTimeout(waiting?.timer)
  return waiting?.thread ?? startThread({ module: new URL('./office-thread.ts', import.meta.url), data: {}, memoryMegabytes: 768 })
}

/** Lets a thread that has answered wait for the next file; ends it where one waits already or it has had its share. */
export function giveBackOffice(thread: OfficeThread): void {
  const files = (filesRead.get(thread) ?? 0) + 1
  filesRead.set(thread, files)
  if (idle !== null || files >= MOST_FILES) {
    void thread.end()
    return
  }
  const timer = setTimeout(() => {
    idle = null
    void thread.end()
  }, IDLE_TIME).unref()
  idle = { thread, timer }
}
