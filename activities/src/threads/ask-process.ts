import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Thread, ThreadError, type ThreadReply, ThreadTimeout, TOO_MUCH_MEMORY } from './ask-thread.ts'

export interface ProcessOptions {
  /** URL of the TypeScript module that calls `serveProcess`. */
  module: URL
  /** Strings that the module finds in its environment, besides the system's own; nothing else of this process's environment. */
  env: Record<string, string>
  memoryMegabytes: number
}

interface Pending<Reply> {
  resolve(value: Reply): void
  reject(error: Error): void
  timer: NodeJS.Timeout
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
  const pending = new Map<number, Pending<Reply>>()
  let count = 0
  let ended = false
  const settle = (id: number): Pending<Reply> | undefined => {
    const waiting = pending.get(id)
    pending.delete(id)
    clearTimeout(waiting?.timer)
    if (pending.size === 0) hold(child, false)
    return waiting
  }
  const failAll = (error: Error) => {
    ended = true
    for (const id of [...pending.keys()]) settle(id)?.reject(error)
  }
  child.on('message', (reply: ThreadReply<Reply>) => {
    const waiting = settle(reply.id)
    if (reply.ok) waiting?.resolve(reply.value)
    else waiting?.reject(new ThreadError(reply.name, reply.message))
  })
  child.on('error', (error) => failAll(new ThreadError(error.name, error.message)))
  child.on('exit', (code, signal) => {
    const isTooMuch = signal === TOO_MUCH_MEMORY.signal
    const error = isTooMuch
      ? new ThreadError(TOO_MUCH_MEMORY.kind, 'It took more memory than it may.')
      : new ThreadError('ThreadEnded', `The process ended (${signal ?? `exit code ${code}`}).`)
    failAll(error)
  })
  hold(child, false)
  return {
    ask: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new ThreadError('ThreadEnded', 'The process ended.'))
        const id = ++count
        const timer = setTimeout(() => {
          settle(id)
          // Its end is told a moment later; nobody should ask it until then.
          ended = true
          reject(new ThreadTimeout(timeoutMs))
          child.kill('SIGKILL')
        }, timeoutMs)
        pending.set(id, { resolve, reject, timer })
        hold(child, true)
        child.send({ id, request })
      }),
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
