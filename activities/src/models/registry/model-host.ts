import { CountersignError } from '@countersign/workflows/contract'
import { keepThread } from '../../threads/keep-thread.ts'
import { type Thread, ThreadError, ThreadTimeout } from '../../threads/thread-reply.ts'

export interface HostedOptions<Request, Reply> {
  /** Of the model, for `unloadModel` and messages. */
  name: string
  /** Starts the process (or thread) that loads it. Errors go to whoever asked. */
  start(): Thread<Request, Reply>
}

/** A model in a process of its own: there from the first question until it was idle for a while, or is unloaded. */
export interface Hosted<Request, Reply> {
  /**
   * `request` is made once the model is there. `patience`: milliseconds for this answer; loading and waiting for one's turn are not counted.
   * Errors: what `start` throws, and `model_failed` (worth a retry).
   */
  ask(request: () => Request, patience: number): Promise<Reply>
  unload(): Promise<void>
}

/** The models that this process has loaded or may load. */
export interface ModelHost {
  add<Request, Reply>(options: HostedOptions<Request, Reply>): Hosted<Request, Reply>
  /** Names of the models that take memory now. */
  loaded(): string[]
  /** Gives a model's memory back; it is loaded again when it is next asked. False where it was not loaded. */
  unload(name: string): Promise<boolean>
  close(): Promise<void>
}

/** `idle`: milliseconds without a question after which a model is unloaded. */
export function createModelHost({ idle = 5 * 60_000 }: { idle?: number } = {}): ModelHost {
  const models = new Map<string, { isLoaded(): boolean; unload(): Promise<void> }>()
  return {
    add: (options) => {
      if (models.has(options.name)) throw new Error(`The model ${options.name} is there already.`)
      const hosted = createHosted(options, idle)
      models.set(options.name, hosted)
      return hosted
    },
    loaded: () => [...models].flatMap(([name, model]) => (model.isLoaded() ? [name] : [])),
    unload: async (name) => {
      const model = models.get(name)
      if (model === undefined || !model.isLoaded()) return false
      await model.unload()
      return true
    },
    close: async () => {
      await Promise.all([...models.values()].map((model) => model.unload()))
    },
  }
}

function createHosted<Request, Reply>({ name, start }: HostedOptions<Request, Reply>, idle: number) {
  const kept = keepThread<Request, Reply>({ start, idle })
  const ask = async (request: () => Request, patience: number): Promise<Reply> => {
    try {
      return await kept.ask(request, patience)
    } catch (error) {
      throw modelFailed(name, error)
    }
  }
  return { ask, unload: kept.end, isLoaded: kept.isRunning }
}

function modelFailed(name: string, error: unknown): unknown {
  if (!(error instanceof ThreadError) && !(error instanceof ThreadTimeout)) return error
  return new CountersignError('model_failed', `The model ${name} failed: ${error.message}`, { model: name }, { cause: error })
}
