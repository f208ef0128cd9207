import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ask,
  attempt,
  attemptsOf,
  beginTest,
  claimOf,
  closeScene,
  decide,
  HEAD,
  only,
  openScene,
  owed,
  query,
  question,
  run,
  scopeOf,
  statusOf,
  store,
  TENANT,
} from '../../test/engine-scene.ts'

beforeAll(openScene)
afterAll(closeScene)
beforeEach(beginTest)

describe('a commit', () => {
  it('of a task that is finished leaves the run running and its attempt done', async () => {
    await store.commit(await attempt('a'), { status: 'done' })
    expect(await statusOf(run)).toBe('running')
    expect(await attemptsOf('a')).toEqual([{ fence: 1, status: 'done' }])
  })

  it('of a task that asks opens one review with its audit row, and the run waits', async () => {
    const review = await ask('a')
    expect(await statusOf(run)).toBe('waiting')
    expect(await only('select task, kind, status from countersign.reviews where id = $1', review)).toEqual({
      task: 'a',
      kind: 'approval',
      status: 'open',
    })
    expect(await query('select actor, event, review from countersign.audit where run = $1', run)).toEqual([
      { actor: 'engine', event: 'review.opened', review },
    ])
  })

  it('that asks again what is open already finds the same review', async () => {
    const review = await ask('a')
    expect(await ask('a')).toBe(review)
    expect(await query('select 1 from countersign.audit where run = $1', run)).toHaveLength(1)
  })

  it('that took in a decision marks it, acknowledges its message, and the run goes on', async () => {
    const review = await ask('a')
    await decide(review)
    const claim = await claimOf('a')
    expect(claim.reviews).toEqual([expect.objectContaining({ id: review, open: false, verb: 'approve', by: 'bob' })])
    expect(await statusOf(run)).toBe('running')
    await store.commit(scopeOf(claim), { status: 'done', applied: [review] })
    expect((await only('select applied_at from countersign.decisions where review = $1', review))?.applied_at).toBeInstanceOf(Date)
    expect(await owed()).toEqual(['start'])
    expect((await claimOf('a')).reviews).toEqual([])
  })

  it('that ends the run withdraws its open reviews, acknowledges all messages and says so in the audit', async () => {
    const review = await ask('a')
    const head = { checkpoint: 'checkpoint-2', step: 2, next: [], ended: 'done' as const }
    await store.commit(await attempt('b'), { status: 'done', head })
    expect(await only('select status, checkpoint, step, next, finished_at from countersign.runs where id = $1', run)).toEqual({
      status: 'done',
      checkpoint: 'checkpoint-2',
      step: 2,
      next: [],
      finished_at: expect.any(Date),
    })
    expect(await only('select status from countersign.reviews where id = $1', review)).toEqual({ status: 'withdrawn' })
    expect(await owed()).toEqual([])
    expect(await query(`select event from countersign.audit where run = $1 order by seq`, run)).toEqual([
      { event: 'review.opened' },
      { event: 'run.done' },
      { event: 'review.withdrawn' },
    ])
  })

  it('beside a review that nobody decided in time leaves the run parked until that one is decided', async () => {
    const late = await ask('a')
    const error = JSON.stringify({ code: 'deadline_passed', message: 'Nobody decided.', node: 'n', review: late })
    await query(`update countersign.runs set status = 'parked', error = $2 where id = $1`, run, error)
    const other = await ask('b')
    expect(await only('select status, error from countersign.runs where id = $1', run)).toEqual({
      status: 'parked',
      error: JSON.parse(error),
    })
    await decide(late)
    await store.commit(scopeOf(await claimOf('a')), { status: 'done', applied: [late] })
    expect(await only('select status, error from countersign.runs where id = $1', run)).toEqual({ status: 'waiting', error: null })
    await decide(other)
    await store.commit(scopeOf(await claimOf('b')), { status: 'done', applied: [other] })
    expect(await statusOf(run)).toBe('running')
  })

  it('from a head that has moved on is refused whole', async () => {
    const [late, next] = [await attempt('a'), await attempt('b')]
    await store.commit(next, { status: 'done', head: { checkpoint: 'checkpoint-2', step: 2, next: ['m'] } })
    await expect(store.commit(late, { status: 'waiting', reviews: [question('a')] })).rejects.toMatchObject({ code: 'superseded' })
    expect(await query('select 1 from countersign.reviews where run = $1', run)).toEqual([])
    expect(await attemptsOf('a')).toEqual([{ fence: 1, status: 'running' }])
  })

  it('of one of ten attempts of the same task is the only one that is taken', async () => {
    const scopes = []
    for (let n = 0; n < 10; n++) scopes.push(await attempt('a'))
    const commits = await Promise.allSettled(scopes.map((scope) => store.commit(scope, { status: 'waiting', reviews: [question('a')] })))
    expect(commits.map(({ status }) => status)).toEqual([...Array(9).fill('rejected'), 'fulfilled'])
    expect(await query('select 1 from countersign.reviews where run = $1', run)).toHaveLength(1)
  })

  it.each(Array.from({ length: 10 }, (_, n) => n))(
    'racing nine others leaves the run waiting where any of them asks (round %i)',
    async () => {
      const scopes = []
      for (let n = 0; n < 10; n++) scopes.push(await attempt(`t${n}`))
      await Promise.all(
        scopes.map((scope, n) => store.commit(scope, n === 3 ? { status: 'waiting', reviews: [question('t3')] } : { status: 'done' })),
      )
      expect(await statusOf(run)).toBe('waiting')
    },
  )
})

describe('a claim', () => {
  it('names who started the run and takes the fence from the attempt before', async () => {
    await claimOf('a')
    const claim = await claimOf('a')
    expect(claim.run).toMatchObject({ graph: 'g', version: '1', createdBy: 'ann', head: HEAD, step: 1 })
    expect(await attemptsOf('a')).toEqual([
      { fence: 1, status: 'superseded' },
      { fence: 2, status: 'running' },
    ])
  })

  it('of another tenant finds no run', async () => {
    await expect(claimOf('a', { tenant: 'other' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await attemptsOf('a')).toEqual([])
  })

  it('leaves the run waiting while another review is open', async () => {
    const [first] = [await ask('a'), await ask('b')]
    await decide(first)
    await claimOf('a')
    expect(await statusOf(run)).toBe('waiting')
  })

  it('claims nothing of a run that has ended', async () => {
    await store.end({ tenant: TENANT, run, ended: 'cancelled', by: 'ann' })
    expect(await claimOf('a')).toMatchObject({ attempt: null, run: { status: 'cancelled' } })
  })
})

describe('a failed attempt', () => {
  it('keeps its error and lets the next one claim', async () => {
    const scope = await attempt('a')
    await store.fail(scope.attempt, { code: 'full', message: 'The disk is full.' })
    expect(await only('select status, error from countersign.attempts where run = $1', run)).toEqual({
      status: 'failed',
      error: { code: 'full', message: 'The disk is full.' },
    })
    expect((await claimOf('a')).attempt?.fence).toBe(2)
  })

  it('that was replaced stays superseded', async () => {
    const scope = await attempt('a')
    await attempt('a')
    await store.fail(scope.attempt, { code: 'late', message: 'Too late.' })
    expect(await attemptsOf('a')).toEqual([
      { fence: 1, status: 'superseded' },
      { fence: 2, status: 'running' },
    ])
  })
})
