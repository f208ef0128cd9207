import { type ReviewPolicy, type ReviewRef, reviewPolicySchema } from '@countersign/workflows/contract'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { type ClockStage, openClockStage } from './testing/clock-stage.ts'

const DAY = 86_400

let created: TestDatabase
let stage: ClockStage
beforeAll(async () => {
  created = await createTestDatabase()
  stage = await openClockStage({ databaseUrl: created.url, testServerPath: inject('testServerPath') })
})
afterAll(async () => {
  await stage.close()
  await created.drop()
})

const policyOf = (deadline: NonNullable<ReviewPolicy['deadline']>): ReviewPolicy => reviewPolicySchema.parse({ deadline })
const reviewOf = async (id: string) => (await stage.query('select * from countersign.reviews where id = $1', id))[0]
const decisionOf = async (id: string) => (await stage.query('select * from countersign.decisions where review = $1', id))[0]

/** Lets so many days pass while the clock of the review runs, and waits until it has ended. */
async function passDays(days: number, ref: ReviewRef): Promise<void> {
  await stage.untilTicking(ref)
  await stage.sleepDays(days)
  await stage.untilEnded(ref)
}

describe('a review that nobody decides', () => {
  it('is reminded of, given to somebody, escalated and at last answered by default, each on its day', async () => {
    const ref = await stage.open(
      policyOf({
        within: 2 * DAY,
        steps: [
          { after: 3 * DAY, do: 'escalate', role: 'approver' },
          { after: DAY, do: 'remind' },
          { after: 2 * DAY, do: 'reassign', to: 'grace' },
        ],
        last: { after: 5 * DAY, do: 'default', value: { amount: 0 } },
      }),
    )
    await stage.untilTicking(ref)
    await stage.sleepDays(1.5)
    expect(await stage.eventsOf(ref)).toEqual(['review.opened', 'review.reminded'])
    await stage.sleepDays(1)
    expect(await reviewOf(ref.review)).toMatchObject({ assignee: 'grace', roles: ['reviewer', 'approver'], deadline_steps: 2 })
    await stage.sleepDays(1)
    expect(await reviewOf(ref.review)).toMatchObject({ assignee: null, roles: ['approver'], status: 'open' })
    await stage.sleepDays(1.3)
    expect(await stage.eventsOf(ref)).toHaveLength(4)
    await stage.sleepDays(0.4)
    await stage.untilEnded(ref)
    expect(await reviewOf(ref.review)).toMatchObject({ status: 'decided', verb: 'edit', decided_by: 'deadline' })
    expect(await decisionOf(ref.review)).toMatchObject({
      by: 'deadline',
      by_default: true,
      verb: 'edit',
      value: { amount: 0 },
      reason: expect.stringContaining('default of the policy'),
    })
    expect(await stage.eventsOf(ref)).toEqual([
      'review.opened',
      'review.reminded',
      'review.reassigned',
      'review.escalated',
      'review.decided',
    ])
  })

  it('is rejected where that is the last resort', async () => {
    const ref = await stage.open(policyOf({ within: DAY, steps: [], last: { after: 2 * DAY, do: 'reject' } }))
    await passDays(2.1, ref)
    expect(await decisionOf(ref.review)).toMatchObject({ verb: 'reject', by_default: true })
  })

  it('parks its run where that is the last resort, and stays open: operators may decide it too', async () => {
    const ref = await stage.open(policyOf({ within: DAY, steps: [], last: { after: 2 * DAY, do: 'park' } }))
    await passDays(2.1, ref)
    expect(await reviewOf(ref.review)).toMatchObject({
      status: 'open',
      roles: expect.arrayContaining(['reviewer', 'approver', 'operator']),
    })
    expect(await stage.client.getRun(ref.run)).toMatchObject({ status: 'parked', error: { code: 'deadline_passed', node: 'ask' } })
    expect(await stage.eventsOf(ref)).toEqual(['review.opened', 'review.parked'])
    expect(await stage.client.decide({ review: ref.review, verb: 'approve' })).toMatchObject({ outcome: 'decided' })
  })

  it('parks its run where the default does not fit what may be answered', async () => {
    const ref = await stage.open(policyOf({ within: DAY, steps: [], last: { after: DAY, do: 'default', value: { amount: 'much' } } }), {
      schema: { type: 'object', properties: { amount: { type: 'number' } } },
    })
    await passDays(1.1, ref)
    expect(await reviewOf(ref.review)).toMatchObject({ status: 'open' })
    const { error } = await stage.client.getRun(ref.run)
    expect(error?.message).toContain('does not fit')
  })

  it('with a deadline but no steps is overdue, and nothing else happens', async () => {
    const ref = await stage.open(policyOf({ within: DAY, steps: [] }))
    await stage.untilEnded(ref)
    expect(await stage.eventsOf(ref)).toEqual(['review.opened'])
  })
})

describe('the clock of a review', () => {
  const patient = policyOf({ within: 10 * DAY, steps: [{ after: 9 * DAY, do: 'remind' }], last: { after: 20 * DAY, do: 'reject' } })

  it('ends soon after somebody has decided, without a further step', async () => {
    const ref = await stage.open(patient)
    await stage.untilTicking(ref)
    await stage.client.decide({ review: ref.review, verb: 'approve' })
    await stage.untilEnded(ref)
    expect(await stage.eventsOf(ref)).toEqual(['review.opened', 'review.decided'])
  })

  it('ends when its run was cancelled', async () => {
    const ref = await stage.open(patient)
    await stage.untilTicking(ref)
    await stage.query(`update countersign.reviews set status = 'withdrawn' where id = $1`, ref.review)
    await stage.query(`update countersign.runs set status = 'cancelled' where id = $1`, ref.run)
    await stage.untilEnded(ref)
  })

  it('follows a deadline that is moved: later, earlier, and away', async () => {
    const [later, earlier, away] = [await stage.open(patient), await stage.open(patient), await stage.open(patient)]
    const opened = await stage.now()
    const inDays = (days: number) => new Date(opened + days * DAY * 1000).toISOString()
    for (const ref of [later, earlier, away]) await stage.untilTicking(ref)
    await stage.client.setDeadline(later.review, inDays(110))
    await stage.client.setDeadline(earlier.review, inDays(2))
    await stage.client.setDeadline(away.review, null)
    for (const ref of [later, earlier, away]) await stage.untilTicking(ref)
    await stage.untilEnded(away)
    expect(await reviewOf(away.review)).toMatchObject({ status: 'open', due_at: null })
    await stage.sleepDays(50)
    expect(await stage.eventsOf(earlier)).toEqual(['review.opened', 'review.deadline_moved', 'review.reminded', 'review.decided'])
    expect(await stage.eventsOf(later)).toEqual(['review.opened', 'review.deadline_moved'])
    await stage.sleepDays(75)
    await stage.untilEnded(later)
    expect(await stage.eventsOf(later)).toEqual(['review.opened', 'review.deadline_moved', 'review.reminded', 'review.decided'])
  })

  it('takes a step once, however often it is told to', async () => {
    const ref = await stage.open(policyOf({ within: DAY, steps: [{ after: DAY, do: 'remind' }] }))
    const next = await stage.activities['review.nextStep'](ref)
    if (!next) throw new Error('expected a step')
    await Promise.all(Array.from({ length: 10 }, () => stage.activities['review.takeStep']({ ...ref, ...next })))
    expect(await stage.eventsOf(ref)).toEqual(['review.opened', 'review.reminded'])
    await stage.client.setDeadline(ref.review, new Date(Date.now() + 7 * DAY * 1000).toISOString())
    await stage.activities['review.takeStep']({ ...ref, step: 1, at: next.at })
    expect(await stage.activities['review.nextStep'](ref)).toMatchObject({ step: 0 })
  })
})
