import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../test/review-desk.ts'
import { type Scene, setScene } from '../../test/scene.ts'

let scene: Scene
let desk: Desk

beforeAll(async () => {
  scene = await setScene()
  desk = openDesk(scene.database, scene.client())
  for (const person of ['bob', 'lea.m', '王芳', 'eve@acme.example']) await scene.person(person)
})
afterAll(() => scene.close())

test('a comment mentions the people it names, once each, and nobody who is not there', async () => {
  const { id } = await scene.review(await scene.run())
  const ada = desk.as('ada')
  const body = 'Ask @bob, or (@lea.m). @王芳 knows; @eve@acme.example too. Not @nobody, mail info@bob.example. @bob!'
  const comment = await ada.comment(id, `  ${body}\n`)
  expect(comment).toMatchObject({ author: 'ada', body, review: id })
  expect(comment.mentions.toSorted()).toEqual(['bob', 'eve@acme.example', 'lea.m', '王芳'].toSorted())
  expect(await desk.events(id)).toMatchObject([
    { event: 'comment.added', actor: 'ada', data: { comment: comment.id, mentions: comment.mentions } },
  ])
})

test('comments are read in the order they were made, also on a decided review', async () => {
  const { id } = await scene.review(await scene.run())
  const [ada, bob] = [desk.as('ada'), desk.as('bob')]
  await ada.comment(id, 'first')
  await ada.decide({ review: id, verb: 'approve' })
  await bob.comment(id, 'second')
  expect((await bob.listComments(id)).map(({ body }) => body)).toEqual(['first', 'second'])
  expect((await bob.getReview(id)).comments).toBe(2)
})

test('an empty comment, one that is too long or no text, and one on nothing are refused', async () => {
  const { id } = await scene.review(await scene.run())
  for (const body of ['', ' \n', 'x'.repeat(4001), 'a\0b'])
    await expect(desk.as('ada').comment(id, body)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(desk.as('ada').comment('rv_unknown', 'hello')).rejects.toMatchObject({ code: 'not_found' })
  await expect(desk.as('vic', 'viewer').comment(id, 'hello')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await desk.as('vic', 'viewer').listComments(id)).toEqual([])
})
