import { schema } from '@countersign/db'
import type { Actor } from '@countersign/workflows/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scene, setScene } from '../../test/scene.ts'
import type { CountersignClient } from '../types.ts'
import { type Accounts, createAccounts } from './create-accounts.ts'

const PASSWORD = 'correct horse battery'
let scene: Scene
let accounts: Accounts
let root: CountersignClient

beforeAll(async () => {
  scene = await setScene()
  accounts = createAccounts({ databaseUrl: scene.url })
  root = scene.client({ user: 'root' })
})
afterAll(async () => {
  await accounts.close()
  await scene.close()
})

const as = (user: string, roles: Actor['roles'], scopes?: Actor['scopes']) => root.as({ tenant: 'acme', user, roles, scopes })
const signIn = (user: string, password = PASSWORD) => accounts.signIn({ tenant: 'acme', user, password })

test('a person is added, signs in, and is seen by others without the address', async () => {
  const added = await root.addUser({
    id: 'Ann-Marie.7',
    name: 'Ann Marie',
    email: 'Ann@Example.test',
    roles: ['viewer', 'viewer'],
    password: PASSWORD,
  })
  expect(added).toMatchObject({
    id: 'Ann-Marie.7',
    email: 'ann@example.test',
    roles: ['viewer'],
    signsIn: 'password',
    disabled: false,
    seenAt: null,
  })
  await signIn('Ann-Marie.7')
  expect(await as('bea', ['viewer']).listUsers()).toMatchObject([{ id: 'Ann-Marie.7', name: 'Ann Marie', email: null }])
  expect(await as('Ann-Marie.7', ['viewer']).listUsers()).toMatchObject([{ email: 'ann@example.test', seenAt: expect.any(String) }])
  expect(await as('Ann-Marie.7', ['viewer']).me()).toMatchObject({ name: 'Ann Marie', permissions: ['read'] })
  expect(await root.as({ tenant: 'other', user: 'root', roles: ['admin'] }).listUsers()).toEqual([])
})

test('names, addresses and passwords that will not do are refused with words', async () => {
  const add = (input: object) => root.addUser({ id: 'eve', roles: ['viewer'], ...input })
  const refused = (words: RegExp) => expect.objectContaining({ code: 'invalid_input', message: expect.stringMatching(words) })
  await expect(add({ id: 'two words' })).rejects.toEqual(refused(/letters, digits/))
  await expect(add({ id: 'two words' })).rejects.toMatchObject({ says: { values: { field: 'id', why: { code: 'input.userName' } } } })
  await expect(add({ roles: [] })).rejects.toEqual(refused(/at least one role/))
  await expect(add({ password: 'short' })).rejects.toEqual(refused(/12 characters/))
  await expect(add({ password: 'abababababababab' })).rejects.toEqual(refused(/repeat/))
  await expect(add({ email: 'not an address' })).rejects.toEqual(refused(/address/))
  await expect(add({ id: 'Ann-Marie.7' })).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('already') })
  await expect(add({ email: 'ANN@example.test' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(root.updateUser('nobody', { disabled: true })).rejects.toMatchObject({ code: 'not_found' })
  await expect(root.updateUser('Ann-Marie.7', {})).rejects.toMatchObject({ code: 'invalid_input' })
})

test('who is disabled loses sessions and tokens at once and for good', async () => {
  await root.addUser({ id: 'carl', roles: ['reviewer'], password: PASSWORD })
  const { cookie } = await signIn('carl')
  const { secret } = await as('carl', ['reviewer']).createToken({ name: 'script', scopes: ['read'] })
  expect(await accounts.authenticateToken(secret)).toMatchObject({ actor: { user: 'carl', scopes: ['read'] } })
  await root.updateUser('carl', { disabled: true })
  expect(await accounts.openSession(cookie)).toBeNull()
  expect(await accounts.authenticateToken(secret)).toBeNull()
  await expect(signIn('carl')).rejects.toMatchObject({ code: 'wrong_credentials' })
  await root.updateUser('carl', { disabled: false })
  expect(await accounts.openSession(cookie)).toBeNull()
  expect(await accounts.authenticateToken(secret)).toBeNull()
  await signIn('carl')
})

test('a new password ends the sessions that the old one opened', async () => {
  const { cookie } = await signIn('carl')
  await root.updateUser('carl', { password: 'another horse battery' })
  expect(await accounts.openSession(cookie)).toBeNull()
  await expect(signIn('carl')).rejects.toMatchObject({ code: 'wrong_credentials' })
  await signIn('carl', 'another horse battery')
})

test('the last admin stays one, also when two take it from each other at once', async () => {
  await root.addUser({ id: 'ada', roles: ['admin'] })
  await expect(root.updateUser('ada', { roles: ['viewer'] })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('only admin'),
  })
  await expect(root.updateUser('ada', { disabled: true })).rejects.toMatchObject({ code: 'conflict' })
  await root.addUser({ id: 'abe', roles: ['admin', 'reviewer'] })
  for (let round = 0; round < 10; round++) {
    const outcomes = await Promise.allSettled([
      as('ada', ['admin']).updateUser('abe', { roles: ['viewer'] }),
      as('abe', ['admin']).updateUser('ada', { disabled: true }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await root.updateUser('ada', { disabled: false, roles: ['admin'] })
    await root.updateUser('abe', { disabled: false, roles: ['admin'] })
  }
})

test('a token may do no more than its maker, and only an admin sees and revokes those of others', async () => {
  const carl = as('carl', ['reviewer'])
  await expect(carl.createToken({ name: 'too much', scopes: ['read', 'administer'] })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(carl.createToken({ name: 'none', scopes: [] })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(carl.createToken({ name: 'for ever', scopes: ['read'], days: 10_000 })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(as('ghost', ['admin']).createToken({ name: 'x', scopes: ['read'] })).rejects.toMatchObject({ code: 'not_found' })
  const { secret, ...token } = await carl.createToken({ name: 'nightly', scopes: ['read', 'review'], days: 7 })
  expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBeCloseTo(7 * 86_400_000, -4)
  expect(JSON.stringify(await carl.listTokens())).not.toContain(secret)
  expect((await carl.listTokens()).map(({ name }) => name)).toEqual(['nightly', 'script'])
  expect(await as('bea', ['viewer']).listTokens()).toEqual([])
  expect(await root.listTokens()).toHaveLength(2)
  await expect(as('bea', ['viewer']).revokeToken(token.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(root.as({ tenant: 'other', user: 'x', roles: ['admin'] }).revokeToken(token.id)).rejects.toMatchObject({ code: 'not_found' })
  await root.revokeToken(token.id)
  await carl.revokeToken(token.id)
  expect(await accounts.authenticateToken(secret)).toBeNull()
})

test('a token that was found cannot make itself last', async () => {
  const byToken = as('carl', ['reviewer'], ['read', 'review'])
  const { id } = await as('carl', ['reviewer']).createToken({ name: 'own', scopes: ['read'] })
  await expect(byToken.createToken({ name: 'child', scopes: ['read'] })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(byToken.revokeToken(id)).rejects.toMatchObject({ code: 'forbidden' })
  await as('ada', ['admin'], ['read', 'administer']).revokeToken(id)
})

test('all of it is in the audit log, and nothing secret is', async () => {
  const rows = await scene.database.db.select().from(schema.audit)
  const events = new Set(rows.map(({ event }) => event))
  expect([...events]).toEqual(expect.arrayContaining(['user.added', 'user.changed', 'session.opened', 'token.created', 'token.revoked']))
  expect(JSON.stringify(rows)).not.toMatch(/horse|@example|cs_|scrypt/)
})

test('one changes the own password with the old one, and only the other sessions end', { timeout: 60_000 }, async () => {
  await root.addUser({ id: 'zoe', roles: ['reviewer'], password: PASSWORD })
  const [here, there] = [await signIn('zoe'), await signIn('zoe')]
  const own = root.as(here.actor)
  const next = 'another long password'
  await expect(own.changePassword({ old: 'not the old one', new: next })).rejects.toMatchObject({
    code: 'invalid_input',
    says: { code: 'person.oldPassword' },
    details: { issues: [{ path: 'old' }] },
  })
  await expect(own.changePassword({ old: PASSWORD, new: 'short' })).rejects.toMatchObject({
    code: 'invalid_input',
    says: { code: 'input.field', values: { field: 'new', why: { code: 'input.tooShort', values: { least: 12 } } } },
  })
  expect(await accounts.openSession(there.cookie)).not.toBeNull()
  await own.changePassword({ old: PASSWORD, new: next })
  expect(await accounts.openSession(here.cookie)).not.toBeNull()
  expect(await accounts.openSession(there.cookie)).toBeNull()
  await expect(signIn('zoe')).rejects.toMatchObject({ code: 'wrong_credentials' })
  await signIn('zoe', next)
  const { items } = await root.listAudit({ event: 'user.password_changed' })
  expect(items).toMatchObject([{ actor: 'zoe', data: { user: 'zoe', sessions: 1 } }])
  expect(JSON.stringify(items)).not.toContain(next)
})

test('who signs in with a provider, or has no account, has no password to change', async () => {
  await root.addUser({ id: 'sso', roles: ['reviewer'] })
  const change = { old: PASSWORD, new: 'another long password' }
  await expect(as('sso', ['reviewer']).changePassword(change)).rejects.toMatchObject({ code: 'conflict' })
  await expect(as('ghost', ['reviewer']).changePassword(change)).rejects.toMatchObject({ code: 'not_found' })
})

test('the old password cannot be guessed by a session that was found open', async () => {
  await root.addUser({ id: 'yan', roles: ['reviewer'], password: PASSWORD })
  const failed = Array.from({ length: 9 }, () => ({ tenant: 'acme', user: 'yan' }))
  await scene.database.db.insert(schema.signInFailures).values(failed)
  const guess = (old: string) => as('yan', ['reviewer']).changePassword({ old, new: 'another long password' })
  await expect(guess('a tenth guess')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(guess(PASSWORD)).rejects.toMatchObject({ code: 'too_many_attempts' })
  await expect(signIn('yan')).rejects.toMatchObject({ code: 'too_many_attempts' })
})
