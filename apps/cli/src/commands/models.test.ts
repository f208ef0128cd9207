import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EXIT_CODES } from '../exit-codes.ts'
import { runProgram } from '../program.ts'
import type { CliContext } from '../session.ts'

const WEIGHTS = 'weights of a test'
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-models-'))
  await mkdir(join(folder, 'usb'))
  await writeFile(join(folder, 'usb', 'model.onnx'), WEIGHTS)
  const files = [{ path: 'model.onnx', bytes: WEIGHTS.length, sha256: createHash('sha256').update(WEIGHTS).digest('hex') }]
  const manifest = {
    name: 'tiny',
    type: 'onnx',
    title: 'Tiny',
    description: 'a test',
    licence: 'MIT',
    install: 'asked',
    files,
    sources: [],
  }
  await writeFile(join(folder, 'tiny.json'), JSON.stringify(manifest))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function run(...args: string[]) {
  const written = { out: '', err: '' }
  const sink = (channel: keyof typeof written) => ({
    write(text: string | Uint8Array) {
      written[channel] += String(text)
      return true
    },
  })
  const context: CliContext = {
    env: { COUNTERSIGN_MODELS: join(folder, 'models') },
    stdin: Readable.from([]),
    stdout: sink('out'),
    stderr: sink('err'),
    connect: () => Promise.reject(new Error('not connected')),
    localStack: () => import('@countersign/infra/local'),
    describeGraphs: () => Promise.reject(new Error('no project')),
    diagnose: () => Promise.reject(new Error('no installation')),
    signal: new AbortController().signal,
  }
  const code = await runProgram(['models', ...args], context)
  return { code, ...written }
}
const install = () => run('install', join(folder, 'tiny.json'), '--from', join(folder, 'usb'))

test('a model of one’s own is installed from a folder, listed, verified and removed, without network or database', async () => {
  expect(await install()).toMatchObject({ code: EXIT_CODES.ok, out: expect.stringContaining('tiny is installed') })
  expect(await install()).toMatchObject({ code: EXIT_CODES.ok, out: expect.stringContaining('tiny is there already') })
  expect((await run('list')).out).toMatch(/tiny +onnx +✓ installed +17 B/)
  expect(await run('verify')).toMatchObject({ code: EXIT_CODES.ok, out: expect.stringContaining('tiny: 1 files') })
  expect(await run('remove', 'tiny')).toMatchObject({ code: EXIT_CODES.ok, out: expect.stringContaining('17 B freed') })
  expect((await run('list')).out).not.toContain('tiny')
})

test('what is printed for programs is one line of JSON each', async () => {
  await install()
  const models = (await run('list', '--json')).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(models).toContainEqual(expect.objectContaining({ name: 'tiny', state: 'installed', folder: join(folder, 'models', 'tiny') }))
})

test('a changed file is named, with what to do', async () => {
  await install()
  await writeFile(join(folder, 'models', 'tiny', 'model.onnx'), 'Weights of a test')
  const { code, out, err } = await run('verify', 'tiny')
  expect([code, out, err]).toEqual([
    EXIT_CODES.unavailable,
    expect.stringContaining('model.onnx is changed'),
    expect.stringContaining('models remove'),
  ])
})

test.each([
  ['a model that nobody knows', ['install', 'nope'], EXIT_CODES.notFound, /There is no model "nope"\.\n +Use one of all-minilm/],
  [
    'a model that is not installed',
    ['remove', 'tiny'],
    EXIT_CODES.notFound,
    /"tiny" is not installed in .*\n +See `countersign models list`/,
  ],
  ['a manifest that is not there', ['install', './none.json'], EXIT_CODES.invalid, /none\.json cannot be read: there is no such file/],
  ['a folder without the model it holds', ['install', '--from', '/tmp'], EXIT_CODES.invalid, /Name the model/],
  [
    'a folder that lacks a file',
    ['install', 'smollm2-135m', '--from', '/nowhere'],
    EXIT_CODES.invalid,
    /There is no model.gguf in \/nowhere/,
  ],
])('%s is an error that says what to do', async (_name, args, code, words) => {
  expect(await run(...args)).toMatchObject({ code, out: '', err: expect.stringMatching(words) })
})
