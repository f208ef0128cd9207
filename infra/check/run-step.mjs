import { spawn } from 'node:child_process'

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {{ name: string, ok: boolean, seconds: number }} Outcome */

/**
 * Runs one step to its end. Its output is shown only when it fails, or as it comes when `live`.
 * @param {Step} step
 * @param {{ live: boolean, write: (text: string) => void }} options
 * @returns {Promise<Outcome>}
 */
export async function runStep(step, { live, write }) {
  const started = performance.now()
  /** @type {Buffer[]} */
  const kept = []
  const child = spawn(step.command, step.args, { env: { ...process.env, ...step.env }, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (/** @type {Buffer} */ chunk) => {
      if (live) write(chunk.toString())
      else kept.push(chunk)
    })
  }
  const ok = await new Promise((resolve) => {
    child.on('error', (error) => {
      kept.push(Buffer.from(`${error.message}\n`))
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
  if (!ok) write(Buffer.concat(kept).toString())
  return { name: step.name, ok, seconds: (performance.now() - started) / 1000 }
}
