import type { DecideInput } from '@countersign/workflows/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../test/review-desk.ts'
import { type Scene, setScene } from '../../test/scene.ts'
import type { CountersignClient } from '../types.ts'

let scene: Scene
let desk: Desk
let ada: CountersignClient

beforeAll(async () => {
  scene = await setScene()
  desk = openDesk(scene.database, scene.client())
  ada = desk.as('ada')
})
afterAll(() => scene.close())

const CANDIDATES = [
  { id: 'berlin', label: 'Kaya GmbH, Berlin', value: { supplier: 17 } },
  { id: 'bonn', label: 'Kaya GmbH, Bonn', value: { supplier: 23 } },
]
const choice = async () =>
  scene.review(await scene.run(), { kind: 'choice', verbs: ['choose'], proposal: null, title: 'Which Kaya?', candidates: CANDIDATES })

test('whoever chooses sends the id of a candidate, and the node gets its value', async () => {
  const { id } = await choice()
  await expect(ada.decide({ review: id, verb: 'choose', value: 'bonn' })).resolves.toMatchObject({ review: { verb: 'choose' } })
  expect((await desk.decisions(id))[0]).toMatchObject({ verb: 'choose', value: { supplier: 23 } })
  expect((await desk.events(id))[0]?.data).toMatchObject({ candidate: 'bonn' })
})

test('none of the candidates is an answer, too, with a reason', async () => {
  const { id } = await choice()
  const refused: Omit<DecideInput, 'review'>[] = [
    { verb: 'choose' },
    { verb: 'choose', value: 'hamburg' },
    { verb: 'choose', value: { supplier: 23 } },
    { verb: 'choose', value: null },
    { verb: 'choose', value: null, reason: ' ' },
  ]
  for (const answer of refused)
    await expect(ada.decide({ review: id, ...answer }), JSON.stringify(answer)).rejects.toMatchObject({ code: 'invalid_decision' })
  await ada.decide({ review: id, verb: 'choose', value: null, reason: 'It is Kaya Ltd.' })
  expect((await desk.decisions(id))[0]).toMatchObject({ verb: 'choose', value: null, reason: 'It is Kaya Ltd.' })
})

test('a question is answered in words, or left alone', async () => {
  const ask = async () =>
    (await scene.review(await scene.run(), { kind: 'question', verbs: ['respond', 'ignore'], proposal: null, title: 'When?' })).id
  const [first, second] = [await ask(), await ask()]
  for (const value of [undefined, null, '', '  ', 12])
    await expect(ada.decide({ review: first, verb: 'respond', value })).rejects.toMatchObject({ code: 'invalid_decision' })
  await ada.decide({ review: first, verb: 'respond', value: 'In May.' })
  expect((await desk.decisions(first))[0]).toMatchObject({ verb: 'respond', value: 'In May.' })
  await expect(ada.decide({ review: second, verb: 'ignore', value: 'x' })).rejects.toMatchObject({ code: 'invalid_decision' })
  await ada.decide({ review: second, verb: 'ignore' })
  expect((await desk.decisions(second))[0]).toMatchObject({ verb: 'ignore', value: null })
})

test('an edit changes the arguments of a tool call and never swaps in another tool', async () => {
  const verbs: DecideInput['verb'][] = ['approve', 'edit', 'reject']
  const call = (proposal: NonNullable<DecideInput['value']>) => ({ kind: 'tool' as const, title: 'Refund?', verbs, proposal })
  const cases: [proposal: NonNullable<DecideInput['value']>, allowed: DecideInput['value'], swapped: DecideInput['value'][]][] = [
    [
      { name: 'refund', args: { amount: 180 } },
      { name: 'refund', args: { amount: 18 } },
      [{ name: 'wipe_disk', args: { amount: 180 } }, { args: { amount: 180 } }, { name: 'refund', args: {}, also: 'this' }, 'refund', null],
    ],
    [{ tool: 'refund', amount: 180 }, { tool: 'refund', amount: 18, note: 'part' }, [{ tool: 'wipe_disk', amount: 180 }, { amount: 180 }]],
    [
      {
        action_requests: [
          { name: 'mail', arguments: { to: 'a' } },
          { name: 'refund', arguments: {} },
        ],
      },
      {
        action_requests: [
          { name: 'mail', arguments: { to: 'b' } },
          { name: 'refund', arguments: { amount: 1 } },
        ],
      },
      [
        { action_requests: [{ name: 'mail', arguments: { to: 'a' } }] },
        {
          action_requests: [
            { name: 'refund', arguments: {} },
            { name: 'mail', arguments: { to: 'a' } },
          ],
        },
        {
          action_requests: [
            { name: 'mail', arguments: { to: 'a' } },
            { name: 'wipe_disk', arguments: {} },
          ],
        },
      ],
    ],
  ]
  for (const [proposal, allowed, swapped] of cases) {
    const { id } = await scene.review(await scene.run(), call(proposal))
    for (const value of swapped)
      await expect(ada.decide({ review: id, verb: 'edit', value }), JSON.stringify(value)).rejects.toMatchObject({
        code: 'invalid_decision',
      })
    await expect(ada.decide({ review: id, verb: 'edit', value: allowed }), JSON.stringify(allowed)).resolves.toBeDefined()
    expect((await desk.decisions(id))[0]?.value).toEqual(allowed)
  }
})

test('where a person found what an edit changed is kept with the decision', async () => {
  const { id } = await scene.review(await scene.run())
  const evidence = { total: [{ page: 1, box: { x: 0.7, y: 0.8, w: 0.1, h: 0.02 }, text: '13.00' }] }
  await ada.decide({ review: id, verb: 'edit', value: { total: 13 }, evidence })
  expect((await ada.getReview(id)).decision).toMatchObject({ value: { total: 13 }, evidence })
})

test('escalating hands a review to a role, with the reason, and leaves it open', async () => {
  const run = await scene.run({ status: 'parked' })
  const { id } = await scene.review(
    run,
    {
      kind: 'incident',
      verbs: ['retry', 'edit', 'skip', 'abort'],
      proposal: { node: 'load', code: 'model_failed', message: 'The model is away.' },
    },
    { row: { roles: ['operator'], assignee: 'oto' } },
  )
  const oto = desk.as('oto', 'operator')
  await oto.claim(id)
  await expect(oto.decide({ review: id, verb: 'escalate', role: 'operator', reason: 'again' })).rejects.toMatchObject({
    code: 'invalid_decision',
  })
  const handed = await oto.decide({ review: id, verb: 'escalate', role: 'admin', reason: 'It costs money.', clientKey: 'esc-1' })
  expect(handed).toMatchObject({
    outcome: 'escalated',
    decision: null,
    repeated: false,
    review: { status: 'open', claim: null, assignee: null },
  })
  await expect(
    oto.decide({ review: id, verb: 'escalate', role: 'admin', reason: 'It costs money.', clientKey: 'esc-1' }),
  ).resolves.toMatchObject({
    outcome: 'escalated',
    repeated: true,
  })
  await expect(oto.decide({ review: id, verb: 'retry' })).rejects.toMatchObject({ code: 'not_yours_to_decide' })
  expect((await desk.events(id)).at(-1)).toMatchObject({
    event: 'review.escalated',
    actor: 'oto',
    data: { role: 'admin', reason: 'It costs money.', from: ['operator'] },
  })
  const root = desk.as('root', 'admin')
  expect(await root.getReview(id)).toMatchObject({ standing: { allowed: true }, request: { proposal: { code: 'model_failed' } } })
  await expect(root.decide({ review: id, verb: 'retry' })).resolves.toMatchObject({ outcome: 'decided' })
})

test('of twenty people who escalate to different roles or decide at once exactly one closes the review', async () => {
  const { id } = await scene.review(await scene.run())
  const tries = Array.from({ length: 20 }, (_, at) => {
    const person = desk.as(`person-${at}`, 'reviewer')
    return at % 2
      ? person.decide({ review: id, verb: 'approve' })
      : person.decide({ review: id, verb: 'escalate', role: 'approver', reason: 'hard' })
  })
  const results = await Promise.allSettled(tries)
  const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.outcome] : []))
  expect(done).toHaveLength(1)
  const code = done[0] === 'decided' ? 'already_decided' : 'not_yours_to_decide'
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code })
  expect(await desk.decisions(id)).toHaveLength(done[0] === 'decided' ? 1 : 0)
})

test('an answer that names only the run is for its one open review, and is refused while more than one is open', async () => {
  const run = await scene.run()
  const first = await scene.review(run)
  const second = await scene.review(run)
  await expect(ada.decide({ run, verb: 'approve' })).rejects.toMatchObject({
    code: 'ambiguous',
    status: 409,
    details: { run, reviews: expect.arrayContaining([first.id, second.id]) },
  })
  await ada.decide({ review: first.id, verb: 'approve' })
  await expect(ada.decide({ run, verb: 'approve', clientKey: 'by-run' })).resolves.toMatchObject({
    review: { id: second.id },
    repeated: false,
  })
  await expect(ada.decide({ run, verb: 'approve', clientKey: 'by-run' })).resolves.toMatchObject({
    review: { id: second.id },
    repeated: true,
  })
  await expect(desk.as('bob').decide({ run, verb: 'approve' })).rejects.toMatchObject({ code: 'already_decided', details: { by: 'ada' } })
  await expect(ada.decide({ run: await scene.run(), verb: 'approve' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(ada.decide({ run: 'r_unknown', verb: 'approve' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(ada.decide({ run, review: first.id, verb: 'approve' })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(ada.decide({ verb: 'approve' })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('what a reviewer was shown is kept by its hash with the decision, and a decision on what has changed since is refused', async () => {
  const { id, shownHash, request } = await scene.review(await scene.run())
  await desk.change(id, { shownHash: 'newer', request: { ...request, proposal: { total: 13 } } })
  await expect(ada.decide({ review: id, verb: 'approve', shownHash })).rejects.toMatchObject({
    code: 'changed_since_shown',
    details: { shownHash: 'newer' },
  })
  await ada.decide({ review: id, verb: 'approve', shownHash: 'newer' })
  expect((await desk.decisions(id))[0]).toMatchObject({ shownHash: 'newer', value: { total: 13 } })
  await desk.change(id, { shownHash: 'newest', request: { ...request, proposal: { total: 14 } } })
  expect((await ada.getShown(id, 'newer')).proposal).toEqual({ total: 13 })
  expect((await ada.getShown(id, 'newest')).proposal).toEqual({ total: 14 })
  await expect(ada.getShown(id, 'never')).rejects.toMatchObject({ code: 'not_found' })
  await expect(ada.getShown(id, 'no hash\0')).rejects.toMatchObject({ code: 'not_found' })
})
