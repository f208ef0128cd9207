import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** One Ctrl-C under `npm run` arrives twice (from the terminal and from npm), a few milliseconds apart. */
const SAME_KEYSTROKE_MS = 700

/**
 * Runs a command in the foreground and gives its exit code (128 + number when a signal ended it, as shells do).
 * The first Ctrl-C, SIGTERM or hang-up asks the command to stop and waits for it; a second Ctrl-C ends it and all of its
 * children at once. The command reads no input.
 * @param {string} executable
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, sameKeystrokeMs?: number }} options
 * @returns {Promise<number>}
 */
export function runCommand(executable, args, { cwd, env = process.env, sameKeystrokeMs = SAME_KEYSTROKE_MS }) {
  return new Promise((resolve, reject) => {
    // A process group of its own: the terminal's Ctrl-C reaches it only through the handler below, so exactly once.
    const child = spawn(executable, args, { cwd, env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
    let askedAt = 0
    /** @param {NodeJS.Signals} signal */
    const onSignal = (signal) => {
      if (child.pid === undefined) return
      if (askedAt === 0) {
        askedAt = Date.now()
        child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      } else if (Date.now() - askedAt > sameKeystrokeMs) {
        process.stderr.write('Stopping at once.\n')
        endGroup(child.pid)
      }
    }
    /** @type {readonly NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, onSignal)
    const release = () => {
      for (const signal of signals) process.off(signal, onSignal)
    }
    child.once('error', (error) => {
      release()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      release()
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}

/** @param {number} leader */
function endGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It ended in the meantime.
  }
}
