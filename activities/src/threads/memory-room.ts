import { readFileSync } from 'node:fs'

/** Something that waits for the next question and can be started again: it gives way where memory is short. */
interface Idle {
  pid: number
  since: number
  end(): Promise<void>
}

let most = Number.POSITIVE_INFINITY
const LOOK_MS = 200
/** Beyond this share of the memory goes what has waited for a while, beyond the second whatever waits. */
const ROOMY = 0.75
const FULL = 0.9
/** What was asked within this time will most likely be asked again: the next page of a document. */
const SOON_MS = 10_000

const processes = new Set<number>()
/** In the order in which they began to wait. */
const idle = new Set<Idle>()
let busy = 0
let timer: NodeJS.Timeout | undefined

/**
 * How much memory there is for this process and those that it starts, in bytes; without it they take what they need. Near to it, processes
 * that only wait for their next question are ended; what is at work never is.
 */
export function limitMemory(bytes: number): void {
  most = bytes
}

/** Counts a process's memory in until it has ended. */
export function countProcess(pid: number): void {
  processes.add(pid)
}

export function forgetProcess(pid: number): void {
  processes.delete(pid)
}

/** A process waits from now on, and may be ended until what is answered was called: do so before it is asked again. */
export function offerIdle(pid: number, end: () => Promise<void>): () => void {
  const waiting = { pid, since: Date.now(), end }
  idle.add(waiting)
  return () => idle.delete(waiting)
}

/** While something works, memory is looked after; what is answered ends that. */
export function beginWork(): () => void {
  busy += 1
  makeRoom()
  timer ??= setInterval(makeRoom, LOOK_MS).unref()
  return () => {
    busy -= 1
    if (busy > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Ends what has waited longest, and the next, until there is room. */
function makeRoom(): void {
  if (most === Number.POSITIVE_INFINITY || idle.size === 0) return
  let taken = process.memoryUsage.rss() + [...processes].reduce((sum, pid) => sum + residentOf(pid), 0)
  const now = Date.now()
  for (const waiting of [...idle]) {
    if (taken <= (now - waiting.since > SOON_MS ? ROOMY : FULL) * most) continue
    idle.delete(waiting)
    taken -= residentOf(waiting.pid)
    void waiting.end()
  }
}

/** Bytes; 0 where the system doesn't say (Linux does), or the process is gone. */
function residentOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
