import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity */

/**
 * Starts a small process that stops an owner's servers when the owner is gone, however it went (a closed terminal,
 * `kill -9`). It notices by the end of a pipe, which the system closes for everybody.
 * @param {{ home: string, owner: ProcessIdentity, removeHome: boolean }} options
 * @returns {{ dismiss(): void }} to be called once the servers are stopped
 */
export function watchOwner({ home, owner, removeHome }) {
  const script = fileURLToPath(new URL('./guard-process.mjs', import.meta.url))
  const args = [script, home, String(owner.pid), owner.startTime, removeHome ? 'remove' : 'keep']
  const child = spawn(process.execPath, args, { detached: true, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  child.stdin.on('error', () => undefined)
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return { dismiss: () => void child.kill('SIGTERM') }
}
