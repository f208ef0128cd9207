import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePdf } from '../../../activities/src/sources/pdf/testing/make-pdf.ts'
import { createCommand } from './command.ts'

const DEMO = fileURLToPath(new URL('../bin/demo.mjs', import.meta.url))

let home: string
let env: NodeJS.ProcessEnv
const started: ChildProcess[] = []

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'countersign-demo-'))
  // Root's Postgres runs as another user, who must be able to enter.
  await chmod(home, 0o755)
  const { DATABASE_URL: _database, TEMPORAL_ADDRESS: _temporal, ...rest } = process.env
  env = { ...rest, COUNTERSIGN_HOME: home }
  await writeFile(path.join(home, 'ferry.md'), '# Ferry\n\nThe ferry to Lindholm leaves at a quarter past seven on weekdays.\n')
  await writeFile(
    path.join(home, 'invoice.txt'),
    'Brightwater Ltd\nInvoice number: B-7\nInvoice date: 2026-03-14\nPaper 30.00\nInk 50.00\nTotal EUR 90.00\n',
  )
  await writeFile(path.join(home, 'empty.txt'), '')
})

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  await createCommand(env).run('stack', 'stop')
  await rm(home, { recursive: true, force: true })
})

function demo(...args: string[]) {
  const child = spawn(process.execPath, [DEMO, ...args, ...['ferry.md', 'invoice.txt', 'empty.txt'].map((name) => path.join(home, name))], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const demo = { child, output: '', ended: once(child, 'close') }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      demo.output += text
    })
  }
  return demo
}

test('unattended, every file comes to its end, what waits is decided, and everything is stopped', { timeout: 180_000 }, async () => {
  const locked = path.join(home, 'locked.pdf')
  await writeFile(locked, await makePdf([(page) => page.text('A page that is read with its password.')], { userPassword: 'Winter 26' }))
  const once = demo('--once', '--timing', locked)
  await once.ended

  expect(once.output).toMatch(/ferry\.md +[\d.]+ s +indexed\n/)
  expect(once.output).toMatch(/invoice\.txt +[\d.]+ s +decided and indexed\n/)
  expect(once.output).toMatch(/empty\.txt +[\d.]+ s +refused: .*is empty/)
  expect(once.output).toMatch(/locked\.pdf +[\d.]+ s +parked: .*nobody gave its password/)
  expect(once.output).toMatch(/4 files: 1 indexed, 1 decided and indexed, 1 parked, 1 refused; first document finished after [\d.]+ s/)
  expect(once.output).toMatch(/start the worker/)
  expect(once.child.exitCode).toBe(0)
  expect((await createCommand(env).run('stack', 'status')).code).toBe(5)
})

test('attended, it stays up with a console, survives a killed worker, stops on Ctrl-C, and finds its runs the next time', {
  timeout: 240_000,
}, async () => {
  const first = demo()
  await vi.waitUntil(() => first.output.includes('Ctrl-C stops everything') || first.child.exitCode !== null, { timeout: 120_000 })
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(first.output)?.[0] ?? first.output
  const review = /\/reviews\/(rv_\w+)/.exec(first.output)?.[1] ?? ''
  expect((await fetch(`${address}/reviews/${review}`)).status).toBe(200)

  process.kill(await workerOf(home), 'SIGKILL')
  await vi.waitUntil(() => first.output.includes('The worker ended (signal SIGKILL); starting it again'), { timeout: 10_000 })
  const decided = await createCommand(env).run('reviews', 'decide', review, 'approve', '--user', 'mia')
  expect(decided.code).toBe(0)
  await vi.waitUntil(() => /invoice\.txt .* decided and indexed/.test(first.output), { timeout: 60_000 })

  first.child.kill('SIGINT')
  await first.ended
  expect(first.child.exitCode).toBe(0)

  const second = demo('--once')
  await second.ended
  expect(second.output).toMatch(/invoice\.txt +decided and indexed \(from an earlier time\)/)
  expect(second.child.exitCode).toBe(0)
})

/** The worker writes its process id with every line of its log. */
async function workerOf(folder: string): Promise<number> {
  const lines = (await readFile(path.join(folder, 'logs', 'worker.log'), 'utf8')).split('\n')
  return Number(/"pid":(\d+)/.exec(lines.findLast((line) => line.includes('worker ready')) ?? '')?.[1])
}
