import { PassThrough, Readable } from 'node:stream'
import { createAccounts, createClient } from '@countersign/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../infra/test/database.ts'
import { runProgram } from '../program.ts'
import type { CliContext } from '../session.ts'

const PASSWORD = 'correct horse battery'
let created: TestDatabase
let accounts: ReturnType<typeof createAccounts>

beforeAll(async () => {
  created = await createTestDatabase()
  accounts = createAccounts({ databaseUrl: created.url })
})
afterAll(async () => {
  await accounts.close()
  await created.drop()
})

async function run(args: string[], stdin: CliContext['stdin'] = Readable.from([])) {
  const written = { out: '', err: '' }
  const sink = (channel: keyof typeof written) => ({
    write(text: string) {
      written[channel] += text
      return true
    },
  })
  const code = await runProgram(args, {
    env: {},
    stdin,
    stdout: sink('out'),
    stderr: sink('err'),
    signal: new AbortController().signal,
    localStack: () => Promise.reject(new Error('no stack')),
    describeGraphs: () => Promise.reject(new Error('no project')),
    diagnose: () => Promise.reject(new Error('no installation')),
    connect: async (env) =>
      createClient({
        databaseUrl: created.url,
        temporalAddress: '127.0.0.1:9',
        temporalNamespace: 'default',
        tenant: 'acme',
        user: env.COUNTERSIGN_USER ?? 'root',
        blobs: '/nowhere',
        maxBytes: 1,
      }),
  })
  return { code, ...written }
}

/** A terminal at which somebody types. */
function typing(...lines: string[]): CliContext['stdin'] {
  const terminal: PassThrough & { isTTY?: boolean; setRawMode?: () => void } = new PassThrough()
  terminal.isTTY = true
  terminal.setRawMode = () => undefined
  const type = () => {
    const line = lines.shift()
    if (line !== undefined) terminal.write(`${line}\r`)
    if (lines.length > 0) setImmediate(type)
  }
  // As a person: the next line once the one before was read.
  terminal.on('resume', () => setImmediate(type))
  return terminal
}

test('the password is asked for twice and never shown', async () => {
  const { code, out, err } = await run(['users', 'add', 'ann', '--role', 'reviewer', '--role', 'operator'], typing(PASSWORD, PASSWORD))
  expect({ code, out }).toEqual({ code: 0, out: 'Added ann (reviewer, operator).\n' })
  expect(err).toBe('Password: \nOnce more: \n')
  expect(await accounts.signIn({ tenant: 'acme', user: 'ann', password: PASSWORD })).toMatchObject({
    actor: { roles: ['reviewer', 'operator'] },
  })
})

test('a password comes from stdin, or is made up and printed once, and there is no default', async () => {
  expect(await run(['users', 'add', 'bea', '--role', 'admin', '--password-stdin'], Readable.from([`${PASSWORD}\nmore\n`]))).toMatchObject({
    code: 0,
  })
  await accounts.signIn({ tenant: 'acme', user: 'bea', password: PASSWORD })
  const { out } = await run(['users', 'set-password', 'bea', '--generate'])
  await accounts.signIn({ tenant: 'acme', user: 'bea', password: /: (\S+)\n$/.exec(out)?.[1] ?? '' })
  const refused = await run(['users', 'add', 'carl', '--role', 'viewer'])
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toContain('--password-stdin')
  expect(await run(['users', 'add', 'carl', '--role', 'viewer', '--password-stdin'])).toMatchObject({ code: 2 })
  expect(await run(['users', 'add', 'carl', '--role', 'emperor', '--no-password'])).toMatchObject({ code: 2 })
  expect(await run(['users', 'add', 'carl', '--role', 'viewer', '--no-password'])).toMatchObject({ code: 0 })
})

test('one changes the own password with the old one, which is asked for first', async () => {
  const next = 'another long password'
  const wrong = await run(['--user', 'ann', 'users', 'password'], typing('not the old one', next, next))
  expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringContaining('The old password is another one.') })
  const { code, out, err } = await run(['--user', 'ann', 'users', 'password'], typing(PASSWORD, next, next))
  expect({ code, out, err }).toEqual({
    code: 0,
    out: 'Your password is changed; your other sessions have ended.\n',
    err: 'Old password: \nPassword: \nOnce more: \n',
  })
  await accounts.signIn({ tenant: 'acme', user: 'ann', password: next })
  const back = Readable.from([`${next}\n${PASSWORD}\n`])
  expect(await run(['--user', 'ann', 'users', 'password', '--password-stdin'], back)).toMatchObject({ code: 0 })
  expect(await run(['users', 'password'])).toMatchObject({ code: 2, err: expect.stringContaining('no terminal') })
})

test('people are listed, changed, shut out and let in again', async () => {
  expect((await run(['users', 'set-roles', 'carl', 'viewer', 'approver'])).out).toBe('carl is now viewer, approver.\n')
  expect(await run(['users', 'disable', 'carl'])).toMatchObject({ code: 0 })
  expect((await run(['users', 'list'])).out).toMatch(/carl +carl +viewer, approver +disabled +— +never/)
  expect(await run(['users', 'disable', 'bea'])).toMatchObject({ code: 4, err: expect.stringContaining('only admin') })
  expect(await run(['users', 'enable', 'carl'])).toMatchObject({ code: 0 })
  expect(await run(['users', 'disable', 'nobody'])).toMatchObject({ code: 3 })
})

test('a token is printed alone on stdout, works, and is revoked', async () => {
  const { out, err } = await run(['--user', 'ann', 'tokens', 'create', 'nightly', '--scope', 'read'])
  const token = out.trim()
  expect(await accounts.authenticateToken(token)).toMatchObject({ actor: { user: 'ann', scopes: ['read'] } })
  const id = /tokens revoke (\S+)/.exec(err)?.[1] ?? ''
  expect((await run(['tokens', 'list'])).out).toMatch(new RegExp(`${id} +ann +nightly +read +until`))
  expect(await run(['tokens', 'revoke', id])).toMatchObject({ code: 0 })
  expect(await accounts.authenticateToken(token)).toBeNull()
  expect((await run(['tokens', 'list'])).out).toBe('There is no token.\n')
  expect((await run(['tokens', 'list', '--all'])).out).toContain('revoked')
  expect(await run(['--user', 'ghost', 'tokens', 'create', 'x', '--scope', 'read'])).toMatchObject({ code: 3 })
})
