import { Worker } from 'node:worker_threads'
import { pendingQuestions } from './pending.ts'
import { type Thread, ThreadError } from './thread-reply.ts'

export interface ThreadOptions {
  /** URL of the TypeScript module that calls `serveThread`. */
  module: URL
  data: Record<string, unknown>
  memoryMegabytes: number
}

/** Starts a thread. It keeps the process alive only while it has something to answer. */
export function startThread<Request, Reply>(options: ThreadOptions): Thread<Request, Reply> {
  const worker = new Worker(new URL('./thread-entry.mjs', import.meta.url), {
    workerData: { ...options.data, module: options.module.href },
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes },
    // Flags of the parent (a test runner's loaders, an inspector) are nothing to a thread.
    execArgv: [],
  })
  const questions = pendingQuestions<Request, Reply>(
    {
      send: (message) => worker.postMessage(message),
      hold: (on) => (on ? worker.ref() : worker.unref()),
      kill: () => void worker.terminate(),
    },
    'The thread ended.',
  )
  worker.on('message', questions.settle)
  worker.on('error', (error) => questions.end(new ThreadError(error.name, error.message)))
  worker.on('exit', () => questions.end(new ThreadError('ThreadEnded', 'The thread ended.')))
  // Listening holds the process open, too.
  worker.unref()
  return {
    ask: questions.ask,
    end: async () => {
      await worker.terminate()
    },
  }
}
