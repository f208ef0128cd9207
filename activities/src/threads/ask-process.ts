import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beginWork, countProcess, forgetProcess } from './memory-room.ts'
import { pendingQuestions } from './pending.ts'
import { type Thread, ThreadError, TOO_MUCH_MEMORY } from './thread-reply.ts'

export interface ProcessOptions {
  /** URL of the TypeScript module that calls `serveProcess`. */
  module: URL
  /** Strings that the module finds in its environment, besides the system's own; nothing else of this process's environment. */
  env: Record<string, string>
  memoryMegabytes: number
}

/** Each thread's own arena would keep what it once used. */
const FRUGAL = { MALLOC_ARENA_MAX: '2' }

/**
 * Starts a process that answers one kind of request, one after the other: for native libraries whose memory only comes back with the end
 * of a process, and whose crash must not be this one's. It behaves as a thread does (`startThread`), and ends with this process.
 */
export function startProcess<Request, Reply>({ module, env, memoryMegabytes }: ProcessOptions): Thread<Request, Reply> {
  const child = fork(fileURLToPath(new URL('./process-entry.mjs', import.meta.url)), [module.href], {
    env: { ...systemEnvironment(), ...FRUGAL, ...env },
    execArgv: [`--max-old-space-size=${memoryMegabytes}`],
    serialization: 'advanced',
    // What native libraries write is for nobody; what Node says of its end is.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let finish: (() => void) | null = null
  const work = (on: boolean) => {
    hold(child, on)
    if (on) finish ??= beginWork()
    else {
      finish?.()
      finish = null
    }
  }
  const questions = pendingQuestions<Request, Reply>(
    { send: (message) => child.send(message), hold: work, kill: () => child.kill('SIGKILL') },
    'The process ended.',
  )
  const { pid } = child
  if (pid !== undefined) countProcess(pid)
  child.on('message', questions.settle)
  child.on('error', (error) => questions.end(new ThreadError(error.name, error.message)))
  child.on('exit', (code, signal) => {
    if (pid !== undefined) forgetProcess(pid)
    const isTooMuch = signal === TOO_MUCH_MEMORY.signal
    const error = isTooMuch
      ? new ThreadError(TOO_MUCH_MEMORY.kind, 'It took more memory than it may.')
      : new ThreadError('ThreadEnded', `The process ended (${signal ?? `exit code ${code}`}).`)
    questions.end(error)
  })
  hold(child, false)
  return {
    pid,
    ask: questions.ask,
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child.once('exit', resolve))
      hold(child, true)
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** It keeps this process alive only while it has something to answer. */
function hold(child: ChildProcess, on: boolean): void {
  if (on) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

function systemEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'NODE_EXTRA_CA_CERTS']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
}
