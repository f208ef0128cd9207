import { offerIdle } from './memory-room.ts'
import type { Thread } from './thread-reply.ts'

export interface KeepOptions<Request, Reply> {
  /** Starts what answers, on the first question and again after its end. Errors go to whoever asked. */
  start(): Thread<Request, Reply> | Promise<Thread<Request, Reply>>
  /** Milliseconds without a question after which it is ended. */
  idle: number
  /** It has grown too large: the next question gets a new one. */
  isWornOut?(reply: Reply): boolean
  /** The error is of the question alone; after any other it is ended, and the next question starts a new one. */
  isHarmless?(error: unknown): boolean
}

/** A thread or process that is there from the first question until nobody has asked for a while; a process gives way where memory is short. */
export interface Kept<Request, Reply> {
  /**
   * Questions take turns; a question whose `signal` is aborted when its turn comes is not asked. `request` is made once what answers is
   * there; `patience`: milliseconds for this answer, once its turn has come. Throws what `start` throws, `ThreadError`, `ThreadTimeout`.
   */
  ask(request: () => Request, patience: number, signal?: AbortSignal): Promise<Reply>
  isRunning(): boolean
  end(): Promise<void>
}

/** Time to load a model, for whoever asks first. */
const LOADING = 60_000

export function keepThread<Request, Reply>(options: KeepOptions<Request, Reply>): Kept<Request, Reply> {
  let running: Thread<Request, Reply> | null = null
  let timer: NodeJS.Timeout | undefined
  let asked = 0
  let takeBack: (() => void) | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const end = async () => {
    clearTimeout(timer)
    takeBack?.()
    const ending = running
    running = null
    await ending?.end()
  }
  const askNow = async (request: () => Request, patience: number, signal?: AbortSignal): Promise<Reply> => {
    signal?.throwIfAborted()
    running ??= await options.start()
    const own = running
    const endOwn = async () => (running === own ? await end() : await own.end())
    try {
      const reply = await own.ask(request(), LOADING + patience)
      if (options.isWornOut?.(reply)) await endOwn()
      return reply
    } catch (error) {
      if (!options.isHarmless?.(error)) await endOwn()
      throw error
    }
  }
  const wait = () => {
    timer = setTimeout(() => void end(), options.idle).unref()
    if (running?.pid !== undefined) takeBack = offerIdle(running.pid, end)
  }
  const ask: Kept<Request, Reply>['ask'] = async (request, patience, signal) => {
    clearTimeout(timer)
    takeBack?.()
    asked += 1
    const mine = turn.then(() => askNow(request, patience, signal))
    turn = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      asked -= 1
      if (asked === 0) wait()
    }
  }
  return { ask, isRunning: () => running !== null, end }
}
