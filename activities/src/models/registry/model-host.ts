import { CountersignError } from '@countersign/workflows/contract'
import { type Thread, ThreadError, ThreadTimeout } from '../../threads/ask-thread.ts'

export interface HostedOptions<Request, Reply> {
  /** Of the model, for `unloadModel` and messages. */
  name: string
  /** Starts the process (or thread) that loads it. Errors go to whoever asked. */
  start(): Thread<Request, Reply>
}

/** A model in a process of its own: there from the first question until it was idle for a while, or is unloaded. */
export interface Hosted<Request, Reply> {
  /**
   * `request` is made once the model is there. `patience`: milliseconds for this answer when nobody else asks; loading is not counted.
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

const LOADING = 60_000

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
  let loaded: Thread<Request, Reply> | null = null
  let timer: NodeJS.Timeout | undefined
  /** What all questions under way may take, as it answers one after the other. */
  let owed = 0
  const unload = async () => {
    clearTimeout(timer)
    const ending = loaded
    loaded = null
    await ending?.end()
  }
  const ask = async (request: () => Request, patience: number): Promise<Reply> => {
    loaded ??= start()
    const asked = loaded
    clearTimeout(timer)
    owed += patience
    try {
      return await asked.ask(request(), LOADING + owed)
    } catch (error) {
      // Whoever asked later has a new one already.
      if (loaded === asked) await unload()
      else await asked.end()
      throw modelFailed(name, error)
    } finally {
      owed -= patience
      if (owed <= 0) timer = setTimeout(() => void unload(), idle).unref()
    }
  }
  return { ask, unload, isLoaded: () => loaded !== null }
}

function modelFailed(name: string, error: unknown): unknown {
  if (!(error instanceof ThreadError) && !(error instanceof ThreadTimeout)) return error
  return new CountersignError('model_failed', `The model ${name} failed: ${error.message}`, { model: name }, { cause: error })
}
