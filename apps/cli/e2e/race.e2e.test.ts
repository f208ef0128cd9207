import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CountersignClient, createClient, readEnvironment } from '@countersign/client'
import { createHttpClient } from '@countersign/client/http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningConsole, startConsole } from '../../console/e2e/start-console.ts'
import { buildPart, PARTS } from '../src/demo/build-part.ts'
import { ROOT } from '../src/demo/project-root.ts'
import { migrateDatabase, startWorker } from '../src/demo/start-services.ts'
import type { SupervisedProcess } from '../src/demo/supervise-process.ts'
import { createCommand } from './command.ts'

/** Its lines add up to 80, its total says 90: a person is asked. */
const INVOICE = `Brightwater Supplies Ltd
Invoice number: R-1
Invoice date: 2026-03-14

Paper              30.00
Ink                50.00

Total EUR          90.00
`
const PEOPLE = ['ann', 'ben', 'cleo', 'dan', 'eve']
const CALLS_PER_CONSOLE = 20
const COMMANDS_PER_WAY = 5

let home: string
let env: NodeJS.ProcessEnv
let worker: SupervisedProcess
let client: CountersignClient
const consoles: RunningConsole[] = []
const tokens = new Map<string, string>()

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'countersign-race-'))
  // Root's Postgres runs as another user, who must be able to enter.
  await chmod(home, 0o755)
  const { DATABASE_URL: _database, TEMPORAL_ADDRESS: _temporal, COUNTERSIGN_USER: _user, ...rest } = process.env
  env = { ...rest, COUNTERSIGN_HOME: home, COUNTERSIGN_EXTRACTOR: 'rules', COUNTERSIGN_EMBEDDINGS: 'local' }
  const { signal } = new AbortController()
  for (const part of [PARTS.command, PARTS.worker, PARTS.console]) await buildPart(ROOT, part, signal)
  expect(await createCommand(env).run('stack', 'start', '--json')).toMatchObject({ code: 0 })
  await migrateDatabase(env, signal)
  worker = startWorker({ env, logs: home, onRestart: () => undefined })
  await worker.ready
  const environment = readEnvironment(env)
  client = createClient({ ...environment, user: 'root' })
  for (const user of PEOPLE) {
    await client.addUser({ id: user, roles: ['reviewer'] })
    const person = client.as({ tenant: environment.tenant, user, roles: ['reviewer'] })
    tokens.set(user, (await person.createToken({ name: 'race', scopes: ['read', 'review'] })).secret)
  }
  const settings = { COUNTERSIGN_HOME: home, COUNTERSIGN_TENANT: environment.tenant, COUNTERSIGN_SIGN_IN: 'accounts' }
  for (let at = 0; at < 2; at++)
    consoles.push(await startConsole({ databaseUrl: environment.databaseUrl, blobs: environment.blobs }, 'nobody', settings))
})
afterAll(async () => {
  await Promise.all(consoles.map((one) => one.stop()))
  await client?.close()
  await worker?.stop()
  await createCommand(env).run('stack', 'stop')
  await rm(home, { recursive: true, force: true })
})

const personAt = (at: number): string => PEOPLE[at % PEOPLE.length] ?? ''

/** What one caller came to know: that it won, or who did. */
type Outcome = { won: string } | { status: number; code: string; by: unknown }

async function decideOverHttp(url: string, who: string, review: string): Promise<Outcome> {
  const door = createHttpClient({ url, token: tokens.get(who) })
  try {
    const { shownHash, ticket } = await door.getReview(review)
    const { review: decided } = await door.decide({ review, verb: 'approve', shownHash, ticket: ticket ?? undefined })
    return { won: decided.decidedBy ?? '' }
  } catch (error) {
    return refusalOf(error)
  } finally {
    await door.close()
  }
}

function refusalOf(error: unknown): Outcome {
  if (error instanceof Error && 'status' in error && 'code' in error && 'details' in error) {
    const { status, code, details } = error
    const by = typeof details === 'object' && details !== null && 'by' in details ? details.by : null
    return { status: Number(status), code: String(code), by }
  }
  throw error
}

async function decideByCommand(way: NodeJS.ProcessEnv, review: string): Promise<{ exit: number | null; said: string }> {
  const { code, stdout, stderr } = await createCommand({ ...env, ...way }).run('reviews', 'decide', review, 'approve')
  return { exit: code, said: stdout + stderr }
}

test('fifty decisions at once through two consoles and the command: one wins, the others are told who, and the run goes on once', async () => {
  const file = path.join(home, 'R-1.txt')
  await writeFile(file, INVOICE)
  const { run } = await client.ingest({ path: file, documentType: 'invoice' })
  const waiting = await vi.waitUntil(async () => (await client.listReviews({ run, status: 'open' })).items[0], {
    timeout: 60_000,
    interval: 100,
  })
  const review = waiting.id

  const overHttp = consoles.flatMap(({ url }) =>
    Array.from({ length: CALLS_PER_CONSOLE }, (_, at) => decideOverHttp(url, personAt(at), review)),
  )
  const byCommand = Array.from({ length: COMMANDS_PER_WAY }, (_, at) => [
    decideByCommand({ COUNTERSIGN_USER: personAt(at) }, review),
    decideByCommand({ COUNTERSIGN_URL: consoles[at % 2]?.url, COUNTERSIGN_TOKEN: tokens.get(personAt(at)) }, review),
  ]).flat()
  const [calls, commands] = await Promise.all([Promise.all(overHttp), Promise.all(byCommand)])
  expect(calls.length + commands.length).toBe(50)

  const { decision } = await client.getReview(review)
  const winner = decision?.by ?? ''
  const wins = calls.filter((one) => 'won' in one).length + commands.filter(({ exit }) => exit === 0).length
  expect({ wins, winner }).toEqual({ wins: 1, winner: expect.stringMatching(/^(ann|ben|cleo|dan|eve)$/) })
  for (const one of calls) if (!('won' in one)) expect(one).toEqual({ status: 409, code: 'already_decided', by: winner })
  for (const { exit, said } of commands) {
    if (exit === 0) continue
    expect(exit).toBe(4)
    expect(said).toContain(`${winner} decided this review`)
  }

  const done = await vi.waitUntil(
    async () => {
      const now = await client.getRun(run)
      return now.status === 'done' && now
    },
    { timeout: 60_000, interval: 100 },
  )
  const after = done.attempts.filter(
    ({ step }) => step > Math.max(...done.attempts.filter(({ node }) => node === 'human_review').map((one) => one.step)),
  )
  expect(after.length).toBeGreaterThan(0)
  expect(new Set(after.map(({ task }) => task)).size).toBe(after.length)
  expect((await client.listAudit({ review, event: 'review.decided' })).items).toHaveLength(1)
})

test('a token works for the command as far as its scopes reach, and a console says so in words', async () => {
  const [desk] = consoles
  const command = createCommand({ ...env, COUNTERSIGN_URL: desk?.url, COUNTERSIGN_TOKEN: tokens.get('ann') })
  expect((await command.run('reviews', 'list', '--status', 'decided', '--json')).json).toHaveLength(1)
  expect(await command.run('policies', 'set', 'default', '--remove')).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('administer'),
  })
  expect(await command.run('reviews', 'list', '--user', 'ben')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('token says who acts'),
  })
  const stranger = createCommand({ ...env, COUNTERSIGN_URL: desk?.url, COUNTERSIGN_TOKEN: 'cs_none' })
  expect(await stranger.run('reviews', 'list')).toMatchObject({ code: 7, stderr: expect.stringContaining('countersign tokens create') })
  const nowhere = createCommand({ ...env, COUNTERSIGN_URL: 'http://127.0.0.1:9' })
  expect(await nowhere.run('reviews', 'list')).toMatchObject({ code: 5, stderr: expect.stringContaining('Nothing answers at') })
})

test('a batch over HTTP decides each review on its own and says which it could not', async () => {
  const reviews: string[] = []
  for (const number of ['R-2', 'R-3', 'R-4']) {
    const file = path.join(home, `${number}.txt`)
    await writeFile(file, INVOICE.replace('R-1', number))
    const { run } = await client.ingest({ path: file, documentType: 'invoice' })
    const waiting = await vi.waitUntil(async () => (await client.listReviews({ run, status: 'open' })).items[0], {
      timeout: 60_000,
      interval: 100,
    })
    reviews.push(waiting.id)
  }
  await client.decide({ review: reviews[0] ?? '', verb: 'approve' })
  const command = createCommand({ ...env, COUNTERSIGN_URL: consoles[0]?.url, COUNTERSIGN_TOKEN: tokens.get('ben') })
  const unsaid = await command.run('reviews', 'batch', 'approve', ...reviews)
  expect(unsaid).toMatchObject({ code: 2, stderr: expect.stringContaining('give --yes') })
  const done = await command.run('reviews', 'batch', 'approve', ...reviews, '--yes')
  expect(done).toMatchObject({ code: 4, stdout: expect.stringMatching(/^2 approved, 1 refused \(/) })
  expect(done.stdout).toContain('root had decided it before')
  for (const review of reviews.slice(1)) expect((await client.getReview(review)).decision).toMatchObject({ verb: 'approve', by: 'ben' })
})

test('a large file goes through the console as it is, by stream', async () => {
  const operator = client.as({ tenant: client.tenant, user: 'ann', roles: ['operator'] })
  await client.updateUser('ann', { roles: ['operator'] })
  const { secret } = await operator.createToken({ name: 'upload', scopes: ['read', 'operate'] })
  const file = path.join(home, 'large.txt')
  const text = 'The harbour is open on weekdays.\n'.repeat(400_000)
  await writeFile(file, text)
  const command = createCommand({ ...env, COUNTERSIGN_URL: consoles[0]?.url, COUNTERSIGN_TOKEN: secret })
  const { code, json, stderr } = await command.run('ingest', file, '--json')
  expect({ code, stderr }).toMatchObject({ code: 0 })
  const [taken] = json
  const document = typeof taken === 'object' && taken !== null && 'document' in taken ? String(taken.document) : ''
  expect(await client.getDocument(document)).toMatchObject({ name: 'large.txt', bytes: text.length })
})

test('changes reach a program that listens to a console', async () => {
  const door = createHttpClient({ url: consoles[1]?.url ?? '', token: tokens.get('ben') })
  const stop = new AbortController()
  const heard = once(stop.signal, 'abort')
  const listening = (async () => {
    for await (const change of door.watch(stop.signal)) if (change.id === '*') stop.abort()
  })()
  await heard
  await listening
  await door.close()
})
