import { SECRET_SCHEMA } from '@countersign/workflows/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerGraph, type Scene, setScene } from '../test/scene.ts'
import { createSeal } from './seal.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
  await registerGraph(scene.database)
})
afterAll(() => scene.close())

const SECRET = 'the secret of this test, thirty-two long'
const WORDS = 'Winter 26, correct horse'

/** Every row of every table as text. */
async function everythingWritten(): Promise<string> {
  const { pool } = scene.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

test('a secret answer is written nowhere as it is, and opens for who knows the installation’s secret', async () => {
  const client = scene.client({ secret: SECRET })
  const review = await scene.review(await scene.run(), {
    kind: 'question',
    verbs: ['respond', 'ignore'],
    title: 'The password of locked.pdf',
    proposal: null,
    schema: { ...SECRET_SCHEMA },
  })
  await client.decide({ review: review.id, verb: 'respond', value: WORDS })
  expect(await everythingWritten()).not.toContain(WORDS)
  const { decision } = await client.getReview(review.id)
  expect(createSeal(() => SECRET).unseal('acme', String(decision?.value))).toBe(WORDS)
})

test('an answer that is no secret is kept as it was given', async () => {
  const review = await scene.review(await scene.run(), { kind: 'question', verbs: ['respond'], title: 'Who pays?', proposal: null })
  await scene.client().decide({ review: review.id, verb: 'respond', value: 'The tenant' })
  expect((await scene.client().getReview(review.id)).decision?.value).toBe('The tenant')
})
