import { schema } from '@countersign/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Scene, setScene } from '../../test/scene.ts'
import type { CountersignClient } from '../types.ts'

let scene: Scene
let ada: CountersignClient
beforeAll(async () => {
  scene = await setScene()
  ada = scene.client()
})
afterAll(() => scene.close())
beforeEach(async () => {
  await scene.database.db.delete(schema.reviewPolicies)
})

const auditOf = async (event: string) => (await scene.database.pool.query('select * from countersign.audit where event = $1', [event])).rows
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('a policy', () => {
  it('is set for a scope, replaced, and taken away by an empty one; each time it is told', async () => {
    await ada.setPolicy('default', { quorum: 2 })
    await ada.setPolicy('type:invoice', { roles: ['approver'] })
    expect(await ada.setPolicy('default', { quorum: 3, deadline: { within: 60, steps: [] } })).toMatchObject({
      scope: 'default',
      policy: { quorum: 3, deadline: { within: 60, steps: [] } },
      updatedBy: 'ada',
    })
    expect((await ada.listPolicies()).map(({ scope }) => scope)).toEqual(['default', 'type:invoice'])
    expect(await ada.setPolicy('type:invoice', {})).toMatchObject({ policy: {} })
    expect((await ada.listPolicies()).map(({ scope }) => scope)).toEqual(['default'])
    expect(await scene.client({ tenant: 'other' }).listPolicies()).toEqual([])
    expect((await auditOf('policy.set')).map(({ data }) => data.scope)).toEqual(['default', 'type:invoice', 'default', 'type:invoice'])
  })

  it.each([
    ['an unknown scope', 'graph', {}],
    ['a quorum of nobody', 'default', { quorum: 0 }],
    ['an unknown key', 'default', { quorom: 2 }],
    ['a step without what it needs', 'default', { deadline: { within: 60, steps: [{ after: 60, do: 'reassign' }] } }],
    ['nobody who could decide', 'default', { roles: [] }],
    ['fewer people than must agree', 'default', { roles: [], users: ['ada'], quorum: 2 }],
  ])('with %s is refused', async (_, scope, policy) => {
    // @ts-expect-error what callers without types send
    await expect(ada.setPolicy(scope, policy)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await ada.listPolicies()).toEqual([])
  })

  it('is set by admins only', async () => {
    await expect(scene.client({ roles: ['approver'] }).setPolicy('default', {})).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a deadline', () => {
  it('is moved and taken away; each time it is told', async () => {
    const { id } = await scene.review(await scene.run())
    const due = inHours(2)
    expect(await ada.setDeadline(id, due)).toMatchObject({ dueAt: due })
    expect(await ada.setDeadline(id, due)).toMatchObject({ dueAt: due })
    expect(await ada.setDeadline(id, null)).toMatchObject({ dueAt: null })
    const told = (await auditOf('review.deadline_moved')).filter(({ review }) => review === id)
    expect(told.map(({ data }) => data)).toEqual([
      { from: null, dueAt: due },
      { from: due, dueAt: null },
    ])
  })

  it('in the past, or that is no moment, is refused', async () => {
    const { id } = await scene.review(await scene.run())
    for (const due of [inHours(-1), 'tomorrow', '2026-02-30T00:00:00Z', inHours(24 * 4000)]) {
      await expect(ada.setDeadline(id, due)).rejects.toMatchObject({ code: 'invalid_input' })
    }
  })

  it('of a review that is decided stays', async () => {
    const { id } = await scene.review(await scene.run())
    await ada.decide({ review: id, verb: 'approve' })
    await expect(ada.setDeadline(id, inHours(1))).rejects.toMatchObject({ code: 'already_decided' })
    await expect(ada.setDeadline('rv_none', inHours(1))).rejects.toMatchObject({ code: 'not_found' })
  })
})
