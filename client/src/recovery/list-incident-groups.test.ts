import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scene, setScene } from '../../test/scene.ts'
import type { CountersignClient } from '../types.ts'

let scene: Scene
let ada: CountersignClient

beforeAll(async () => {
  scene = await setScene()
  ada = scene.client()
})
afterAll(() => scene.close())

const incident = (node: string, code: string, message: string) => ({
  kind: 'incident' as const,
  title: `${node} stopped`,
  verbs: ['retry' as const, 'edit' as const, 'skip' as const, 'abort' as const],
  proposal: { node, code, message },
})

async function park(node: string, code: string, message: string, values: { graph?: string; tenant?: string } = {}): Promise<string> {
  const run = await scene.run({ status: 'parked', ...values })
  return (await scene.review(run, incident(node, code, message), { row: { node }, tenant: values.tenant })).id
}

describe('parked runs', () => {
  it('are one group where they stopped at one node for one reason, whatever numbers and ids the message holds', async () => {
    const index = [
      await park('index', 'unavailable', 'No answer from 10.0.0.1:9200 after 5000 ms (run r_0123456789ABCDEFGHJK)'),
      await park('index', 'unavailable', 'No answer from 10.0.0.7:9201 after 73 ms (run r_abcdefghjkmnpqrstvwx)'),
    ]
    const others = [
      await park('index', 'unavailable', 'The index is read-only'),
      await park('index', 'internal', 'No answer from 10.0.0.1:9200 after 5000 ms (run r_0123456789ABCDEFGHJK)'),
      await park('embed', 'unavailable', 'No answer from 10.0.0.1:9200 after 5000 ms (run r_0123456789ABCDEFGHJK)'),
      await park('index', 'unavailable', 'No answer from 10.0.0.1:9200 after 5000 ms (run r_0123456789ABCDEFGHJK)', { graph: 'agent' }),
    ]
    await park('index', 'unavailable', 'No answer from 10.0.0.1:9200', { tenant: 'other' })
    const groups = await ada.listIncidentGroups()
    expect(groups).toHaveLength(1 + others.length)
    expect(groups[0]).toMatchObject({ graph: 'ingest', version: '1', node: 'index', code: 'unavailable', count: 2, review: index[1] })
    const found = await ada.listReviews({ status: 'open', group: groups[0]?.group })
    expect(found.items.map(({ id }) => id)).toEqual(index)
    const batch = await ada.createBatch({ verb: 'retry', filter: { group: groups[0]?.group } })
    expect(batch).toMatchObject({ total: 2, refused: 0, odd: 0 })
  })

  it('are found by graph, node and error', async () => {
    const id = await park('page', 'no_text', 'Page 4 has no text', { graph: 'pages' })
    await scene.review(await scene.run({ graph: 'pages' }), {}, { row: { node: 'page' } })
    const ids = async (filter: object) => (await ada.listReviews({ status: 'open', ...filter })).items.map((item) => item.id)
    expect(await ids({ graph: 'pages', node: 'page', code: 'no_text' })).toEqual([id])
    expect(await ids({ graph: 'pages' })).toHaveLength(2)
    expect(await ids({ graph: 'pages', code: 'internal' })).toEqual([])
  })
})

describe('a batch that moves parked runs', () => {
  it('keeps the value of an edit and the node of a skip, and refuses what is no incident', async () => {
    const parked = await park('ocr', 'model_missing', 'The model is not installed')
    const asked = await scene.review(await scene.run())
    const edit = await ada.createBatch({ verb: 'edit', value: { language: 'fr' }, reviews: [parked, asked.id] })
    expect(edit).toMatchObject({ verb: 'edit', value: { language: 'fr' }, node: null, total: 2, refused: 1 })
    const { items } = await ada.listBatchItems(edit.id, { status: 'refused' })
    expect(items).toMatchObject([{ review: asked.id, code: 'verb_not_allowed' }])
    expect(await ada.createBatch({ verb: 'skip', node: 'index', reviews: [parked] })).toMatchObject({ node: 'index', value: null })
    expect(await ada.createBatch({ verb: 'abort', filter: { node: 'ocr' } })).toMatchObject({ total: 1, refused: 0 })
  })

  it.each([
    ['an edit without values', { verb: 'edit' as const }],
    ['a skip without a node', { verb: 'skip' as const }],
    ['a retry with values', { verb: 'retry' as const, value: { language: 'fr' } }],
  ])('is refused for %s', async (_, answer) => {
    const parked = await park('ocr', 'model_missing', 'The model is not installed')
    await expect(ada.createBatch({ ...answer, reviews: [parked] })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

it('ten thousand parked runs are grouped within half a second', async () => {
  await scene.database.pool.query(MANY)
  await scene.database.pool.query('analyze countersign.reviews, countersign.runs')
  await ada.listIncidentGroups()
  const before = performance.now()
  const groups = await ada.listIncidentGroups()
  const took = performance.now() - before
  expect(groups.slice(0, 5).map(({ graph, count }) => [graph, count])).toEqual(Array.from({ length: 5 }, () => ['many', 2_000]))
  expect(took).toBeLessThan(500)
})

const MANY = `
with made as (
  insert into countersign.runs (id, tenant, graph, version, title, input, created_by, status)
  select 'r_many' || n, 'acme', 'many', '1', 'Run ' || n, '{}', 'ada', 'parked' from generate_series(1, 10000) n
  returning id
)
insert into countersign.reviews (id, tenant, run, checkpoint, task, node, interrupt, kind, title, reason, request, shown_hash)
select 'rv_many' || n, 'acme', 'r_many' || n, 'c', 't', 'node ' || n % 5, 'incident:1', 'incident', 'stopped', '',
       jsonb_build_object('verbs', jsonb_build_array('retry'), 'proposal',
         jsonb_build_object('code', 'internal', 'message', 'Shard ' || n || ' did not answer: ' || repeat('the index is busy; ', 20))), 'x'
  from generate_series(1, 10000) n, (select count(*) from made) counted`
