import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../infra/test/database.ts'
import { type Scene, setScene } from '../test/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())

test('Postgres that is down is said in words, without the statement or what was in it', async () => {
  const client = scene.client({ databaseUrl: 'postgres://me:secret@127.0.0.1:9/none' })
  for (const call of [
    () => client.listRuns({ text: 'private' }),
    () => client.getRun('r_private'),
    () => client.countReviews(),
    () => client.health(),
  ]) {
    const error: unknown = await call().catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'unavailable',
      status: 503,
      retryable: true,
      message: expect.stringMatching(/^Postgres does not answer\. Start it/),
    })
    expect(JSON.stringify(error) + String(error)).not.toMatch(/private|secret|select/)
  }
})

test('a database that was not migrated, or is not there, is said', async () => {
  const empty = await createEmptyDatabase()
  const client = scene.client({ databaseUrl: empty.url })
  await expect(client.listRuns()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('not been migrated') })
  await client.close()
  await empty.drop()
  await expect(scene.client({ databaseUrl: empty.url }).listRuns()).rejects.toMatchObject({
    message: expect.stringContaining('no such database'),
  })
})

test('acting as another person shares the connections and changes only who acts', async () => {
  const ada = scene.client()
  const bob = ada.as({ tenant: ada.tenant, user: 'bob', roles: ['admin'] })
  const review = await scene.review(await scene.run())
  expect(await bob.decide({ review: review.id, verb: 'approve' })).toMatchObject({ review: { decidedBy: 'bob' } })
  await bob.close()
  await ada.close()
})

test('nothing is connected until it is used', async () => {
  const client = scene.client({ databaseUrl: 'postgres://nobody@127.0.0.1:9/none', blobs: '/nowhere/at/all' })
  await client.close()
})
