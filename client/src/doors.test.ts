import { type Actor, CountersignError, PERMISSIONS, type Permission, ROLE_PERMISSIONS, ROLES } from '@countersign/workflows/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillEverything, type Ids, TABLE } from '../test/doors.ts'
import { registerGraph, type Scene, setScene } from '../test/scene.ts'
import { DOORS, type Door } from './permissions.ts'
import type { CountersignClient } from './types.ts'

const isDoor = (name: string): name is Door => name in DOORS
const doors = Object.keys(DOORS).filter(isDoor)

let scene: Scene
let root: CountersignClient
let ids: Ids

beforeAll(async () => {
  scene = await setScene()
  await registerGraph(scene.database)
  root = scene.client({ user: 'root' })
  ids = await fillEverything({ ...scene, blobs: `${scene.folder}/blobs` }, root)
}, 120_000)
afterAll(() => scene.close())

/** What a call comes to: its answer, or the code of its error and the permission that it says is missing. */
async function outcome(door: Door, actor: Actor): Promise<{ answer: unknown } | { code: unknown; needed?: unknown }> {
  try {
    const answer: unknown = await TABLE[door].call(root.as(actor), ids)
    return { answer }
  } catch (error) {
    if (!(error instanceof CountersignError)) return { code: error }
    const { code, details } = error
    return 'needed' in details ? { code, needed: details.needed } : { code }
  }
}

test('the table names every door, and every door asks a permission', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...doors].sort())
  expect(doors.filter((door) => !PERMISSIONS.includes(DOORS[door]))).toEqual([])
})

describe('each role comes through the doors it may, and through no other', () => {
  const cases: [string, Pick<Actor, 'roles' | 'scopes'>, readonly Permission[]][] = [
    ['nobody', { roles: [] }, []],
    ...ROLES.map((role): (typeof cases)[number] => [role, { roles: [role] }, ROLE_PERMISSIONS[role]]),
    ...PERMISSIONS.map((scope): (typeof cases)[number] => [
      `an admin's token for ${scope}`,
      { roles: ['admin'], scopes: [scope] },
      [scope],
    ]),
    ["a viewer's token for everything", { roles: ['viewer'], scopes: PERMISSIONS }, ['read']],
  ]
  test.each(cases)('%s', async (name, actor, permissions) => {
    for (const door of doors) {
      if (door === 'search' && permissions.includes('read')) continue
      const met = await outcome(door, { tenant: 'acme', user: `by-${name.replaceAll(/\W/g, '-')}`, ...actor })
      // Behind the door a thing may be another's all the same: a batch, or the tokens of a token.
      const refused = 'needed' in met && met.needed === DOORS[door]
      expect({ door, refused }).toEqual({ door, refused: !permissions.includes(DOORS[door]) })
    }
  })
})

describe('another tenant', () => {
  const stranger: Actor = { tenant: 'other', user: 'mallory', roles: ['admin'] }

  /** All that is acme's, in every table that has a tenant, as one text each. */
  async function readAcme(): Promise<Record<string, unknown>> {
    const tables = await scene.database.pool.query<{ name: string }>(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.columns where column_name = 'tenant' and table_schema = 'countersign'",
    )
    const rows = await Promise.all(
      tables.rows.map(async ({ name }) => {
        const { rows } = await scene.database.pool.query(
          `select md5(string_agg(t::text, '|' order by t::text)) as all from ${name} t where tenant = 'acme'`,
        )
        return [name, rows[0]?.all] as const
      }),
    )
    return Object.fromEntries(rows)
  }

  test('finds nothing by an id, reads nothing in a list and changes nothing, through any door', async () => {
    const before = await readAcme()
    for (const door of doors) {
      if (door === 'search') continue
      const met = await outcome(door, stranger)
      if (TABLE[door].abroad === 'not_found') expect({ door, ...met }).toEqual({ door, code: 'not_found' })
      const said = JSON.stringify([met])
      expect({ door, leaked: said.includes('acme-secret') || said.includes(ids.run) }).toEqual({ door, leaked: false })
    }
    expect(await readAcme()).toEqual(before)
  })

  test('hears nothing on a stream', async () => {
    const stop = new AbortController()
    const heard: unknown[] = []
    const listening = (async () => {
      for await (const change of root.as(stranger).watch(stop.signal)) {
        heard.push(change.id)
        if (change.id === '*')
          await root.comment(ids.review, 'again').then(() => root.as(stranger).startRun({ graph: 'ingest', input: {} }))
        else stop.abort()
      }
    })()
    await listening
    expect(heard).not.toContain(ids.review)
    expect(heard).toHaveLength(2)
  })
})
