import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Accounts, createAccounts, type createClient, DOORS, type Door } from '@countersign/client'
import { type Permission, ROLE_PERMISSIONS, ROLES, type Role } from '@countersign/client/contract'
import { createHttpClient } from '@countersign/client/http'
import { schema } from '@countersign/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillEverything, type Ids, TABLE } from '../../../client/test/doors.ts'
import { registerGraph, type Scene, setScene } from '../../../client/test/scene.ts'
import { type RunningConsole, startConsole } from './start-console.ts'

const APP = fileURLToPath(new URL('../src/app', import.meta.url))
const PASSWORD = 'correct horse battery'
/** Everything of the tenant "acme" says so. */
const MARK = 'acme-secret'

interface Page {
  address: (ids: Ids) => string
  needs: Permission
  /** Another tenant's admin: the thing is not there, or the page shows only what is theirs. */
  abroad: 'not_found' | 'own'
  /** It says nothing of what others of the tenant have. */
  plain?: true
}

/** Every page. `null`: it shows nothing of anybody's. */
const PAGES: Record<string, Page | null> = {
  '/': null,
  '/sign-in': null,
  '/settings': null,
  '/inbox': { address: () => '/inbox', needs: 'read', abroad: 'own' },
  '/reviews/[review]': { address: ({ review }) => `/reviews/${review}`, needs: 'read', abroad: 'not_found' },
  '/runs': { address: () => '/runs', needs: 'read', abroad: 'own' },
  '/runs/[run]': { address: ({ run }) => `/runs/${run}`, needs: 'read', abroad: 'not_found' },
  '/runs/[run]/compare/[other]': { address: ({ run }) => `/runs/${run}/compare/${run}`, needs: 'read', abroad: 'not_found' },
  '/forks/[bulk]': { address: () => `/forks/${BULK}`, needs: 'read', abroad: 'not_found' },
  '/documents': { address: () => '/documents', needs: 'read', abroad: 'own' },
  '/documents/[document]': { address: ({ document }) => `/documents/${document}`, needs: 'read', abroad: 'not_found' },
  '/search': { address: () => '/search', needs: 'read', abroad: 'own', plain: true },
  '/audit': { address: () => '/audit', needs: 'read', abroad: 'own' },
  '/settings/account': { address: () => '/settings/account', needs: 'read', abroad: 'own', plain: true },
  '/settings/people': { address: () => '/settings/people', needs: 'read', abroad: 'own' },
  '/settings/tokens': { address: () => '/settings/tokens', needs: 'read', abroad: 'own', plain: true },
  '/settings/retention': { address: () => '/settings/retention', needs: 'read', abroad: 'own', plain: true },
  '/settings/notifications': { address: () => '/settings/notifications', needs: 'operate', abroad: 'own' },
}

/** Every route that answers no page. `null`: it is tried elsewhere, or shows nothing of anybody's. */
const ROUTES: Record<string, Page | null> = {
  // Door by door, below.
  '/api/v1/[...path]': null,
  '/api/v1/openapi.json': null,
  // Whether the process works; more only to who is signed in.
  '/api/health': null,
  '/api/find': { address: () => `/api/find?q=${MARK}`, needs: 'read', abroad: 'own' },
  '/api/reviews/[review]/preview': { address: ({ review }) => `/api/reviews/${review}/preview`, needs: 'read', abroad: 'not_found' },
  // In sign-in.e2e.test.ts.
  '/sign-in/openid': null,
  '/sign-in/openid/return': null,
  '/sign-in/password': null,
  '/sign-out': null,
}

let scene: Scene
let server: RunningConsole
let accounts: Accounts
let ids: Ids
const cookies = new Map<string, string>()
const tokens = new Map<string, string>()
const STRANGER = 'stranger'
const BULK = 'k_doors'

beforeAll(async () => {
  scene = await setScene()
  await registerGraph(scene.database)
  const blobs = path.join(scene.folder, 'blobs')
  server = await startConsole({ databaseUrl: scene.url, blobs }, 'root', { COUNTERSIGN_SIGN_IN: 'accounts' })
  accounts = createAccounts({ databaseUrl: scene.url })
  const root = scene.client({ user: 'root' })
  ids = await fillEverything({ ...scene, blobs }, root)
  await forkInBulk(ids.run)
  for (const role of ROLES) await signUp(root, `a-${role}`, role, 'acme')
  await signUp(root.as({ tenant: 'other', user: 'root', roles: ROLES }), STRANGER, 'admin', 'other')
})
afterAll(async () => {
  await server.stop()
  await accounts.close()
  await scene.close()
})

/** A fork of a run, one of a bulk. */
async function forkInBulk(parent: string): Promise<void> {
  const { graph, version } = await scene.client({ user: 'root' }).getRun(parent)
  const row = { id: 'r_fork', tenant: 'acme', graph, version, title: `Fork ${MARK}`, status: 'done' as const, input: {}, createdBy: 'root' }
  await scene.database.db.insert(schema.runs).values({ ...row, parentRun: parent, root: parent, bulk: BULK })
}

async function signUp(root: ReturnType<typeof createClient>, id: string, role: Role, tenant: string): Promise<void> {
  await root.addUser({ id, roles: [role], password: PASSWORD })
  cookies.set(id, `countersign=${(await accounts.signIn({ tenant, user: id, password: PASSWORD })).cookie}`)
  const scopes = [...ROLE_PERMISSIONS[role]]
  tokens.set(id, (await root.as({ tenant, user: id, roles: [role] }).createToken({ name: 'door test', scopes })).secret)
}

const open = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${address}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(30_000) })
const as = (who: string) => ({ cookie: cookies.get(who) ?? '' })

async function walk(name: 'page.tsx' | 'route.ts'): Promise<string[]> {
  const files = await readdir(APP, { recursive: true })
  return files.filter((file) => path.basename(file) === name).map((file) => `/${path.dirname(file)}`.replace('/.', '/'))
}

const tried = (table: Record<string, Page | null>) => Object.values(table).flatMap((page) => (page === null ? [] : [page]))

test('the tables name every page and every route', async () => {
  expect(Object.keys(PAGES).sort()).toEqual((await walk('page.tsx')).sort())
  expect(Object.keys(ROUTES).sort()).toEqual((await walk('route.ts')).sort())
})

describe('pages and routes', () => {
  test('who is signed out is sent to sign in, or told 401, and sees nothing', async () => {
    for (const { address } of tried(PAGES)) {
      const response = await open(address(ids))
      const to = new URL(response.headers.get('location') ?? 'http://nowhere', server.url)
      expect({ address: address(ids), status: response.status, to: to.pathname }).toEqual({
        address: address(ids),
        status: 307,
        to: '/sign-in',
      })
      expect(await response.text()).not.toContain(MARK)
    }
    for (const { address } of tried(ROUTES)) {
      const response = await open(address(ids))
      expect({ address: address(ids), status: response.status }).toEqual({ address: address(ids), status: 401 })
    }
    expect(await (await open('/api/health')).json()).toEqual({})
  })

  test.each(ROLES)('%s: one sees what the role allows, and nothing else', async (role) => {
    for (const { address, needs, plain } of [...tried(PAGES), ...tried(ROUTES)]) {
      const response = await open(address(ids), as(`a-${role}`))
      const body = await response.text()
      const allowed = ROLE_PERMISSIONS[role].includes(needs)
      expect({ address: address(ids), ok: response.status === 200 }).toEqual({ address: address(ids), ok: allowed })
      if (!plain) expect({ address: address(ids), shown: body.includes(MARK) }).toEqual({ address: address(ids), shown: allowed })
    }
  })

  test("another tenant's admin finds and reads nothing", async () => {
    for (const { address, abroad } of [...tried(PAGES), ...tried(ROUTES)]) {
      const response = await open(address(ids), as(STRANGER))
      // What was asked for stands in the answer, of course.
      const body = (await response.text()).replaceAll(address(ids), '').replaceAll(encodeURIComponent(address(ids)), '')
      const status = abroad === 'not_found' ? 404 : 200
      expect({ address: address(ids), status: response.status, leaked: body.includes(MARK) }).toEqual({
        address: address(ids),
        status,
        leaked: false,
      })
    }
  })
})

describe('the API', () => {
  const isDoor = (name: string): name is Door => name in DOORS
  const doors = Object.keys(DOORS).filter(isDoor)

  async function outcome(door: Door, who: string): Promise<{ code: unknown; needed: unknown } | { answer: unknown }> {
    const token = tokens.get(who)
    if (door === 'watch') return await watch({ authorization: `Bearer ${token}` })
    try {
      const answer: unknown = await TABLE[door].call(createHttpClient({ url: server.url, token }), ids)
      return { answer }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && 'details' in error)) throw error
      const { code, details } = error
      return { code, needed: details !== null && typeof details === 'object' && 'needed' in details ? details.needed : undefined }
    }
  }

  async function watch(headers: Record<string, string>) {
    const stop = new AbortController()
    const response = await fetch(`${server.url}/api/v1/events`, { headers, signal: stop.signal })
    stop.abort()
    return response.status === 403 ? { code: 'forbidden', needed: DOORS.watch } : { answer: response.status }
  }

  test.each(ROLES)('%s: a token comes through the doors it may, and through no other', async (role) => {
    for (const door of doors) {
      const allowed = ROLE_PERMISSIONS[role].includes(DOORS[door])
      // Answers only with Temporal.
      if (door === 'search' && allowed) continue
      const met = await outcome(door, `a-${role}`)
      expect({ door, refused: 'needed' in met && met.needed === DOORS[door] }).toEqual({ door, refused: !allowed })
    }
  })

  test('without a token, or with a made-up one, no door opens', async () => {
    for (const token of [undefined, 'cs_YWNtZQ_0000000000000000000000000000000000000000000']) {
      for (const door of doors) {
        if (door === 'watch') expect((await open('/api/v1/events', token ? { authorization: `Bearer ${token}` } : {})).status).toBe(401)
        else
          await expect(Promise.resolve(TABLE[door].call(createHttpClient({ url: server.url, token }), ids)), door).rejects.toMatchObject({
            status: expect.toSatisfy((status) => status === 401 || status === 403),
          })
      }
    }
  })

  test("another tenant's token finds nothing by an id and reads nothing in a list", async () => {
    for (const door of doors) {
      if (door === 'search') continue
      const met = await outcome(door, STRANGER)
      if (TABLE[door].abroad === 'not_found') expect({ door, ...met }).toMatchObject({ door, code: 'not_found' })
      expect({ door, leaked: JSON.stringify([met]).includes(MARK) }).toEqual({ door, leaked: false })
    }
  })

  test('a file is served to its tenant alone, also as an image of the page', async () => {
    const address = `/api/v1/files/${ids.hash}`
    expect((await open(address, as('a-viewer'))).status).toBe(200)
    expect((await open(address, as(STRANGER))).status).toBe(404)
    expect((await open(address)).status).toBe(401)
  })

  test('who is disabled is out at once: session, token, and the stream that was open', async () => {
    const stream = await fetch(`${server.url}/api/v1/events`, { headers: as('a-operator') })
    const reader = stream.body?.getReader()
    await reader?.read()
    await scene.client({ user: 'root' }).updateUser('a-operator', { disabled: true })
    expect((await open('/api/v1/me', as('a-operator'))).status).toBe(401)
    expect((await open('/api/v1/me', { authorization: `Bearer ${tokens.get('a-operator')}` })).status).toBe(401)
    for (let done = false; !done; ) done = (await reader?.read())?.done ?? true
    expect((await open('/api/v1/events', as('a-operator'))).status).toBe(401)
  })
})
