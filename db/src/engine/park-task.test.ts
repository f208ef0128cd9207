import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ask,
  attempt,
  beginTest,
  claimOf,
  closeScene,
  decide,
  HEAD,
  only,
  openScene,
  owed,
  parkAt,
  query,
  run,
  statusOf,
  store,
  TENANT,
} from '../../test/engine-scene.ts'

beforeAll(openScene)
afterAll(closeScene)
beforeEach(beginTest)

describe('parking', () => {
  it('opens one incident for the task, however often it is said', async () => {
    await attempt('a')
    const review = await parkAt('a')
    expect(await parkAt('a')).toBe(review)
    expect(await only('select status, error from countersign.runs where id = $1', run)).toEqual({
      status: 'parked',
      error: { code: 'full', message: 'The disk is full.', node: 'n' },
    })
    expect(await query('select id, interrupt, title, kind from countersign.reviews where run = $1', run)).toEqual([
      { id: review, interrupt: 'incident:1', title: 'gave up after 1', kind: 'incident' },
    ])
    expect(await owed()).toEqual([])
  })

  it('said again after its incident was decided does not take the message away', async () => {
    await attempt('a')
    const review = await parkAt('a')
    await decide(review ?? '', 'retry')
    expect(await parkAt('a')).toBe(review)
    expect(await owed()).toEqual(['decided'])
  })

  it('again after a retry in vain opens another incident, and what was answered before is still there', async () => {
    const answered = await ask('a')
    await decide(answered)
    await attempt('a')
    const first = await parkAt('a')
    expect(await owed()).toEqual([])
    await decide(first ?? '', 'retry')
    const claim = await claimOf('a')
    expect(claim.reviews.map(({ id }) => id)).toEqual([answered, first])
    expect(await parkAt('a')).not.toBe(first)
  })

  it('stays while parallel tasks commit, and ends with its decision', async () => {
    const beside = await attempt('b')
    await attempt('a')
    const review = await parkAt('a')
    await store.commit(beside, { status: 'done' })
    expect(await only('select status, error from countersign.runs where id = $1', run)).toMatchObject({
      status: 'parked',
      error: { code: 'full' },
    })
    await decide(review ?? '', 'retry')
    await store.commit(await attempt('a'), { status: 'done', applied: [review ?? ''] })
    expect(await only('select status, error from countersign.runs where id = $1', run)).toEqual({ status: 'running', error: null })
  })

  it('finds nothing to park where the run has moved on, has ended, or is another tenant’s', async () => {
    expect(await parkAt('a', { checkpoint: 'an older one' })).toBeNull()
    expect(await parkAt('a', { tenant: 'other' })).toBeNull()
    await store.end({ tenant: TENANT, run, ended: 'cancelled', by: 'ann' })
    expect(await parkAt('a')).toBeNull()
    expect(await query('select 1 from countersign.reviews where run = $1', run)).toEqual([])
  })
})

describe('ending a run', () => {
  it('fences its attempts, withdraws its reviews, acknowledges its messages; once', async () => {
    const review = await ask('a')
    const scope = await attempt('b')
    const end = () => store.end({ tenant: TENANT, run, ended: 'cancelled', by: 'ann' })
    await end()
    await end()
    expect(await statusOf(run)).toBe('cancelled')
    expect(await only('select status from countersign.reviews where id = $1', review)).toEqual({ status: 'withdrawn' })
    expect(await owed()).toEqual([])
    expect(await query(`select actor, event from countersign.audit where run = $1 and event like 'run.%'`, run)).toEqual([
      { actor: 'ann', event: 'run.cancelled' },
    ])
    await expect(store.commit(scope, { status: 'done' })).rejects.toMatchObject({ code: 'superseded' })
  })

  it('of another tenant is refused', async () => {
    await expect(store.end({ tenant: 'other', run, ended: 'cancelled', by: 'eve' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await statusOf(run)).toBe('running')
  })

  it('while tasks commit ends it all the same', async () => {
    const scopes = []
    for (let n = 0; n < 10; n++) scopes.push(await attempt(`t${n}`))
    const commits = scopes.map((scope) => store.commit(scope, { status: 'done' }))
    const [ended] = await Promise.allSettled([store.end({ tenant: TENANT, run, ended: 'cancelled', by: 'ann' }), ...commits])
    expect(ended).toEqual({ status: 'fulfilled', value: undefined })
    expect(await statusOf(run)).toBe('cancelled')
  })
})

describe('the reviews of a superstep', () => {
  it('are those open or not taken in yet, of this tenant', async () => {
    const [open, decided, applied] = [await ask('a'), await ask('b'), await ask('c')]
    await decide(decided)
    await decide(applied)
    await store.commit(await attempt('c'), { status: 'done', applied: [applied] })
    const step = { tenant: TENANT, run, checkpoint: HEAD }
    expect(await store.reviewsOfStep(step)).toEqual([
      { id: open, task: 'a', node: 'n', open: true },
      { id: decided, task: 'b', node: 'n', open: false },
    ])
    expect(await store.reviewsOfStep({ ...step, tenant: 'other' })).toEqual([])
  })
})
