import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ProcessPlan, type SupervisedProcess, superviseProcess } from './supervise-process.ts'

let folder: string
const running: SupervisedProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'supervise-'))
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()))
  await rm(folder, { recursive: true, force: true })
})

const STAYS_UP = `
process.on('SIGTERM', () => { console.log('bye'); process.exit(0) })
setInterval(() => {}, 1000)
console.log('ready')
`

async function supervise(
  script: string,
  plan: Partial<ProcessPlan> = {},
): Promise<{ process: SupervisedProcess; restarts: string[]; log: string }> {
  const file = path.join(folder, 'program.mjs')
  await writeFile(file, script)
  const restarts: string[] = []
  const log = path.join(folder, 'log')
  const supervised = superviseProcess({
    name: 'program',
    args: [file],
    cwd: folder,
    env: process.env,
    logPath: log,
    isReady: (output) => output.includes('ready'),
    startTimeout: 10_000,
    onRestart: (line) => restarts.push(line),
    ...plan,
  })
  running.push(supervised)
  return { process: supervised, restarts, log }
}

test('a program is ready when it says so, and ends when it is asked to', async () => {
  const { process: program, log } = await supervise(STAYS_UP)

  await program.ready
  const pid = program.pid()
  await program.stop()

  expect(pid).toBeTypeOf('number')
  expect(program.pid()).toBeUndefined()
  expect(await readFile(log, 'utf8')).toBe('ready\nbye\n')
})

test('a program that has nothing left to do after it was asked to end is not kept alive', async () => {
  const { process: program, log } = await supervise(`
    const timer = setInterval(() => undefined, 1000)
    process.once('SIGTERM', () => { clearInterval(timer); console.log('draining') })
    process.on('exit', (code) => console.log('gone with ' + code))
    console.log('ready')
  `)
  await program.ready

  await program.stop()

  expect(await readFile(log, 'utf8')).toBe('ready\ndraining\ngone with 0\n')
})

test('a program that is killed is started again, with a line that says so', async () => {
  const { process: program, restarts } = await supervise(STAYS_UP)
  await program.ready
  const first = program.pid() ?? 0

  process.kill(first, 'SIGKILL')

  await vi.waitUntil(() => program.pid() !== undefined && program.pid() !== first, { timeout: 10_000 })
  expect(restarts).toEqual([expect.stringContaining('The program ended (signal SIGKILL); starting it again')])
})

test('a program that ends before it is ready is an error that shows what it said', async () => {
  const { process: program } = await supervise(`console.error('DATABASE_URL is not set'); process.exit(3)`)

  await expect(program.ready).rejects.toThrow(/exit code 3[\s\S]*DATABASE_URL is not set/)
})

test('a program that never becomes ready is killed and an error', async () => {
  const { process: program } = await supervise('setInterval(() => {}, 1000)', { startTimeout: 300 })

  await expect(program.ready).rejects.toThrow('not ready after 0.3 s')
})

test('a program ends when its supervisor is killed outright', async () => {
  const inner = path.join(folder, 'inner.mjs')
  await writeFile(inner, STAYS_UP)
  const source = new URL('./supervise-process.ts', import.meta.url).href
  const outer = `
    import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}
    register()
    const { superviseProcess } = await import(${JSON.stringify(source)})
    const program = superviseProcess({ name: 'inner', args: [${JSON.stringify(inner)}], cwd: '.', env: process.env, logPath: 'inner.log',
      isReady: (output) => output.includes('ready'), startTimeout: 10000, onRestart() {} })
    await program.ready
    console.log('ready, inner is ' + program.pid())
  `
  const { process: supervisor, log } = await supervise(outer)
  await supervisor.ready
  await vi.waitUntil(async () => /inner is \d+/.test(await readFile(log, 'utf8')), { timeout: 5_000 })
  const pid = Number(/inner is (\d+)/.exec(await readFile(log, 'utf8'))?.[1])
  expect(isRunning(pid)).toBe(true)

  supervisor.kill()

  await vi.waitUntil(() => !isRunning(pid), { timeout: 5_000 })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
