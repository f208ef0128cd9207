import { schema } from '@countersign/db'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scene, setScene } from '../../test/scene.ts'
import { type Accounts, createAccounts } from './create-accounts.ts'
import { hashPassword } from './hash-password.ts'
import { formatCookie, formatToken, hashSecret, newSecret } from './secrets.ts'

const PASSWORD = 'correct horse battery'
let scene: Scene
let accounts: Accounts

beforeAll(async () => {
  scene = await setScene()
  accounts = createAccounts({ databaseUrl: scene.url })
  await addUser('ann')
})
afterAll(async () => {
  await accounts.close()
  await scene.close()
})

async function addUser(id: string, values: Partial<typeof schema.users.$inferInsert> = {}): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD)
  await scene.database.db.insert(schema.users).values({ tenant: 'acme', id, name: id, roles: ['reviewer'], passwordHash, ...values })
}
const changeUser = (id: string, change: Partial<typeof schema.users.$inferInsert>) =>
  scene.database.db.update(schema.users).set(change).where(eq(schema.users.id, id))
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('a password', () => {
  test('opens a session, whose cookie says who it is with the roles of now', async () => {
    const { cookie, actor, expiresAt } = await accounts.signIn({ tenant: 'acme', user: 'ann', password: PASSWORD })
    expect(actor).toEqual({ tenant: 'acme', user: 'ann', roles: ['reviewer'], session: expect.any(String) })
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    await changeUser('ann', { roles: ['viewer', 'emperor'] })
    expect(await accounts.openSession(cookie)).toEqual({ actor: { ...actor, roles: ['viewer'] }, name: 'ann' })
    await changeUser('ann', { roles: ['reviewer'] })
  })

  test('is kept as a hash with its parameters, and the cookie as a hash, too', async () => {
    const { cookie } = await accounts.signIn({ tenant: 'acme', user: 'ann', password: PASSWORD })
    const users = await scene.database.db.select().from(schema.users)
    const sessions = await scene.database.db.select().from(schema.sessions)
    expect(users[0]?.passwordHash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
    expect(JSON.stringify([users, sessions])).not.toContain(cookie.split('.')[1])
  })

  test('that is wrong and a person who is not there get the same answer', async () => {
    const wrong = await failure(accounts.signIn({ tenant: 'acme', user: 'ann', password: `${PASSWORD}.` }))
    expect(wrong).toMatchObject({ code: 'wrong_credentials', status: 401 })
    await addUser('gone', { disabledAt: new Date() })
    await addUser('sso', { passwordHash: null })
    for (const other of [
      { tenant: 'acme', user: 'nobody', password: PASSWORD },
      { tenant: 'other', user: 'ann', password: PASSWORD },
      { tenant: 'acme', user: 'gone', password: PASSWORD },
      { tenant: 'acme', user: 'sso', password: PASSWORD },
      { tenant: 'acme', user: 'sso', password: '' },
      { tenant: 'a/b\0', user: 'ann', password: PASSWORD },
      { tenant: 'acme', user: "ann' or 1=1\0", password: PASSWORD },
      { tenant: 'acme', user: 'ann', password: 'x'.repeat(100_000) },
    ]) {
      expect(await failure(accounts.signIn(other)), JSON.stringify(other).slice(0, 80)).toEqual(wrong)
    }
  })

  test('cannot be guessed: of fifty at once ten are looked at, and then the right one is not, either', async () => {
    await addUser('bob')
    const guesses = Array.from({ length: 50 }, (_, index) =>
      accounts.signIn({ tenant: 'acme', user: 'bob', password: `guess number ${index}` }),
    )
    const codes = (await Promise.all(guesses.map(failure))).map((error) => (error instanceof Error && 'code' in error ? error.code : error))
    expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(10)
    expect(codes.filter((code) => code !== 'wrong_credentials' && code !== 'too_many_attempts')).toEqual([])
    const right = accounts.signIn({ tenant: 'acme', user: 'bob', password: PASSWORD })
    await expect(right).rejects.toMatchObject({ code: 'too_many_attempts', status: 429, details: { freeAt: expect.any(String) } })
    await scene.database.db.update(schema.signInFailures).set({ at: new Date(Date.now() - 16 * 60_000) })
    await accounts.signIn({ tenant: 'acme', user: 'bob', password: PASSWORD })
    expect(await scene.database.db.select().from(schema.signInFailures).where(eq(schema.signInFailures.user, 'bob'))).toEqual([])
  })
})

describe('a failed sign-in', () => {
  const refused = async (tenant: string) =>
    (
      await scene.database.db
        .select()
        .from(schema.audit)
        .where(and(eq(schema.audit.event, 'session.refused'), eq(schema.audit.tenant, tenant)))
    ).map(({ actor, data }) => ({ actor, data }))
  const fail = (tenant: string, user: string) => failure(accounts.signIn({ tenant, user, password: 'not the password' }))
  beforeAll(async () => {
    const passwordHash = await hashPassword(PASSWORD)
    const person = { tenant: 'failing', name: 'F', roles: ['reviewer'], passwordHash }
    await scene.database.db.insert(schema.users).values([
      { ...person, id: 'fay' },
      { ...person, id: 'flo' },
    ])
  })

  test('is told once in a minute for each name, and what failed since before the sign-in that works', { timeout: 60_000 }, async () => {
    for (let at = 0; at < 3; at += 1) await fail('failing', 'fay')
    await fail('failing', 'flo')
    const told = (user: string, count: number) => ({ actor: 'sign-in', data: { user, count, known: true } })
    expect(await refused('failing')).toEqual([told('fay', 1), told('flo', 1)])
    await accounts.signIn({ tenant: 'failing', user: 'fay', password: PASSWORD })
    await accounts.signIn({ tenant: 'failing', user: 'fay', password: PASSWORD })
    expect(await refused('failing')).toEqual([told('fay', 1), told('flo', 1), told('fay', 2)])
    expect(JSON.stringify(await refused('failing'))).not.toContain('not the password')
  })

  test('under a made-up name is told once in a minute for all of them, and of a tenant without people never', async () => {
    for (let at = 0; at < 5; at += 1) await fail('failing', `made-up-${at}`)
    expect((await refused('failing')).filter(({ data }) => JSON.stringify(data).includes('made-up'))).toEqual([
      { actor: 'sign-in', data: { user: 'made-up-0', count: 1, known: false } },
    ])
    await fail('nobody-here', 'fay')
    expect(await refused('nobody-here')).toEqual([])
  })
})

describe('a session', () => {
  const open = async () => (await accounts.signIn({ tenant: 'acme', user: 'ann', password: PASSWORD })).cookie
  const row = (cookie: string) => eq(schema.sessions.hash, hashSecret(cookie.split('.')[1] ?? ''))

  test('ends when one signs out, and only that one', async () => {
    const [first, second] = [await open(), await open()]
    await accounts.endSession(first)
    await accounts.endSession(first)
    expect(await accounts.openSession(first)).toBeNull()
    expect(await accounts.openSession(second)).not.toBeNull()
    const closed = await scene.database.db.select().from(schema.audit).where(eq(schema.audit.event, 'session.closed'))
    expect(closed).toMatchObject([{ tenant: 'acme', actor: 'ann' }])
  })

  test('ends after its time, and when nobody used it for a day', async () => {
    const [old, idle] = [await open(), await open()]
    await scene.database.db.update(schema.sessions).set({ expiresAt: new Date() }).where(row(old))
    await scene.database.db
      .update(schema.sessions)
      .set({ seenAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(row(idle))
    expect(await accounts.openSession(old)).toBeNull()
    expect(await accounts.openSession(idle)).toBeNull()
  })

  test('ends when its person is disabled', async () => {
    const cookie = await open()
    await changeUser('ann', { disabledAt: new Date() })
    expect(await accounts.openSession(cookie)).toBeNull()
    await changeUser('ann', { disabledAt: null })
  })

  test("does not open with another tenant's name, or anything made up", async () => {
    const secret = (await open()).split('.')[1] ?? ''
    for (const cookie of [
      formatCookie({ tenant: 'other', secret }),
      formatCookie({ tenant: 'acme', secret: newSecret() }),
      '',
      'x',
      `.${secret}`,
      secret,
    ])
      expect(await accounts.openSession(cookie)).toBeNull()
  })
})

describe('a token', () => {
  async function addToken(values: Partial<typeof schema.tokens.$inferInsert> = {}): Promise<string> {
    const secret = newSecret()
    await scene.database.db.insert(schema.tokens).values({
      id: newSecret(),
      tenant: 'acme',
      user: 'ann',
      name: 'script',
      hash: hashSecret(secret),
      scopes: ['read'],
      expiresAt: new Date(Date.now() + 60_000),
      ...values,
    })
    return formatToken({ tenant: values.tenant ?? 'acme', secret })
  }

  test('acts as its person within its scopes', async () => {
    const token = await addToken({ scopes: ['read', 'review', 'fly'] })
    expect(await accounts.authenticateToken(token)).toMatchObject({
      actor: { user: 'ann', roles: ['reviewer'], scopes: ['read', 'review'] },
    })
    const used = await scene.database.db
      .select()
      .from(schema.tokens)
      .where(and(eq(schema.tokens.user, 'ann'), eq(schema.tokens.name, 'script')))
    expect(used[0]?.usedAt).not.toBeNull()
  })

  test('opens nothing once it has expired or was revoked, nor as a cookie, nor for another tenant', async () => {
    const token = await addToken()
    const secret = token.slice(-43)
    expect(await accounts.authenticateToken(await addToken({ expiresAt: new Date() }))).toBeNull()
    expect(await accounts.authenticateToken(await addToken({ revokedAt: new Date() }))).toBeNull()
    expect(await accounts.authenticateToken(formatToken({ tenant: 'other', secret }))).toBeNull()
    expect(await accounts.authenticateToken(await addToken({ user: 'nobody' }))).toBeNull()
    expect(await accounts.openSession(formatCookie({ tenant: 'acme', secret }))).toBeNull()
    await changeUser('ann', { disabledAt: new Date() })
    expect(await accounts.authenticateToken(token)).toBeNull()
    await changeUser('ann', { disabledAt: null })
    expect(await accounts.authenticateToken(token)).not.toBeNull()
  })
})

describe('a provider that vouches for somebody', () => {
  const claims = {
    tenant: 'acme',
    issuer: 'https://id.test',
    subject: 's1',
    email: 'Cleo@Example.test',
    emailVerified: true,
    preferredName: 'cleo',
  }

  test('is believed for people who are known here, by address once and by subject ever after', async () => {
    await addUser('cleo', { email: 'cleo@example.test', roles: ['approver'] })
    expect((await accounts.signInWithOpenId(claims)).actor).toMatchObject({ tenant: 'acme', user: 'cleo', roles: ['approver'] })
    const moved = await accounts.signInWithOpenId({ ...claims, email: 'other@example.test' })
    expect(moved.actor.user).toBe('cleo')
    // Another account of the provider that took over the address.
    const other = accounts.signInWithOpenId({ ...claims, subject: 's2' })
    await expect(other).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is not believed for an address that it did not verify, nor for strangers, nor for the disabled', async () => {
    await addUser('dora', { email: 'dora@example.test' })
    const dora = { ...claims, subject: 's3', email: 'dora@example.test' }
    await expect(accounts.signInWithOpenId({ ...dora, emailVerified: false })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(accounts.signInWithOpenId({ ...dora, tenant: 'other' })).rejects.toMatchObject({ code: 'forbidden' })
    await changeUser('dora', { disabledAt: new Date() })
    await expect(accounts.signInWithOpenId(dora)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('may bring new people and their roles, where that was set', async () => {
    const first = await accounts.signInWithOpenId({
      ...claims,
      subject: 's4',
      email: undefined,
      preferredName: 'ann',
      defaultRole: 'viewer',
    })
    expect(first.actor).toMatchObject({ tenant: 'acme', user: 'ann-2', roles: ['viewer'] })
    const again = await accounts.signInWithOpenId({ ...claims, subject: 's4', roles: ['operator', 'reviewer'], defaultRole: 'viewer' })
    expect(again.actor).toMatchObject({ tenant: 'acme', user: 'ann-2', roles: ['operator', 'reviewer'] })
    expect(await accounts.openSession(again.cookie)).toMatchObject({ actor: { roles: ['operator', 'reviewer'] } })
  })
})
