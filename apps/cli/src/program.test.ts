import { execFileSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { CountersignError } from '@countersign/client'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram, runProgram } from './program.ts'
import type { CliContext } from './session.ts'

function createContext(connect: CliContext['connect'] = () => Promise.reject(new Error('not connected'))) {
  const written = { out: '', err: '' }
  const sink = (channel: keyof typeof written) => ({
    write(text: string) {
      written[channel] += text
      return true
    },
  })
  const context: CliContext = {
    env: { COUNTERSIGN_TENANT: 'from-env' },
    stdin: Readable.from([]),
    stdout: sink('out'),
    stderr: sink('err'),
    connect,
    localStack: () => Promise.reject(new Error('no stack')),
    describeGraphs: () => Promise.reject(new Error('no project')),
    diagnose: () => Promise.reject(new Error('no installation')),
    signal: new AbortController().signal,
  }
  return { written, context }
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
}

describe('help', () => {
  const { context } = createContext()
  const commands = leaves(createProgram({ context, action: () => async () => undefined }))
  const pathOf = (command: Command): string[] => (command.parent === null ? [] : [...pathOf(command.parent), command.name()])

  test.each(commands.map((command) => pathOf(command).join(' ')))('countersign %s --help shows an example and ends well', async (path) => {
    const { written, context } = createContext()
    expect(await runProgram([...path.split(' '), '--help'], context)).toBe(0)
    expect(written.out).toContain(`$ `)
    expect(written.out).toContain(`countersign ${path}`)
    expect(written.out).toContain('--json')
  })

  test('of the whole lists the exit codes', async () => {
    const { written, context } = createContext()
    await runProgram(['--help'], context)
    expect(written.out).toMatch(/Exit codes:\n {4}0 {2}done/)
  })
})

/** Keys are derived there from words that only look like commands. */
const NO_COMMANDS = [':!client/src/seal.ts', ':!client/src/audit']

test('every command that the documentation, messages and advice name is there', () => {
  const pattern = '(`|: |[$] |npx )countersign [a-z]+( [a-z-]+)?'
  const found = execFileSync('git', ['grep', '-ohE', pattern, '--', '*.md', '*.ts', '*.tsx', '*.json', ...NO_COMMANDS], {
    encoding: 'utf8',
  })
  const program = createProgram({ context: createContext().context, action: () => async () => undefined })
  const missing = [...new Set(found.split('\n'))].filter((line) => {
    const [, first, second] = /countersign ([a-z]+)(?: ([a-z-]+))?/.exec(line) ?? []
    const command = program.commands.find((one) => one.name() === first)
    if (first === undefined || command === undefined) return first !== undefined
    return second !== undefined && command.commands.length > 0 && !command.commands.some((one) => one.name() === second)
  })
  expect(missing).toEqual([])
  expect(found).toContain('countersign runs list')
})

describe('wrong usage', () => {
  test.each([
    ['an unknown command', ['rnus'], /unknown command 'rnus'/],
    ['an unknown option', ['runs', 'list', '--sate', 'done'], /unknown option '--sate'/],
    ['a value that is not allowed', ['runs', 'list', '--status', 'open'], /Allowed choices are running/],
    ['a number that is none', ['runs', 'list', '--limit', 'many'], /whole number/],
    ['a time that is none', ['reviews', 'list', '--older-than', 'soon'], /90s, 15m/],
    ['a missing argument', ['search'], /missing required argument/],
    ['nothing to take in', ['ingest'], /Name a file or an address/],
    ['a kind that is none', ['ingest', 'a.pdf', '--kind', 'paper'], /Allowed choices are text, document, image/],
    ['a depth that is too deep', ['ingest', 'https://a.test/', '--depth', '11'], /from 0 to 10/],
    ['no command', ['reviews'], /Usage: countersign reviews/],
  ])('%s is exit code 2, with words on stderr and nothing on stdout', async (_name, argv, words) => {
    const { written, context } = createContext()
    expect(await runProgram(argv, context)).toBe(2)
    expect(written.err).toMatch(words)
    expect(written.out).toBe('')
  })
})

describe('an error', () => {
  test('is one line that says what, one line that says what to do, and its exit code', async () => {
    const { written, context } = createContext(() => Promise.reject(new CountersignError('unavailable', 'The database does not answer.')))
    expect(await runProgram(['runs', 'list', '--json'], context)).toBe(5)
    expect(written.out).toBe('')
    expect(written.err).toMatch(/^error: The database does not answer\.\n +See what runs with `countersign stack status`.*\n$/)
  })
})

test('--tenant and --user reach the client, over the environment, wherever they stand', async () => {
  const seen: NodeJS.ProcessEnv[] = []
  const { context } = createContext((env) => {
    seen.push(env)
    return Promise.reject(new Error('enough'))
  })
  await runProgram(['--tenant', 'acme', 'runs', 'list', '--user', 'mia'], context)
  await runProgram(['runs', 'list'], context)
  expect(seen.map(({ COUNTERSIGN_TENANT, COUNTERSIGN_USER }) => [COUNTERSIGN_TENANT, COUNTERSIGN_USER])).toEqual([
    ['acme', 'mia'],
    ['from-env', undefined],
  ])
})

test('ingest hands over what to take in and how to read it', async () => {
  const seen: unknown[] = []
  const client = {
    ingest: async (input: unknown) => {
      seen.push(JSON.parse(JSON.stringify(input)))
      return { run: 'r_1', document: 'd_1', duplicate: false }
    },
    close: async () => undefined,
  }
  // Only these two doors are opened here.
  const { context } = createContext(async () => Object.assign(Object.create(null), client))
  const how = ['--kind', 'website', '--depth', '2', '--strategy', 'hybrid', '--enrich']
  expect(
    await runProgram(['ingest', 'https://a.test/', 's3://papers/a.pdf', 'b.pdf', '--text', 'Words.', '--name', 'w', ...how], context),
  ).toBe(0)
  const settings = { kind: 'website', depth: 2, strategy: 'hybrid', enrich: true }
  expect(seen).toEqual([
    { ...settings, url: 'https://a.test/' },
    { ...settings, url: 's3://papers/a.pdf' },
    { ...settings, path: 'b.pdf' },
    { ...settings, text: 'Words.', name: 'w' },
  ])
})
