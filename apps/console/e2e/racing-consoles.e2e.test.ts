import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createCommand } from '../../cli/e2e/command.ts'
import { openConsole, type TestConsole } from './open-console.ts'
import { TENANT } from './scene.ts'
import type { RunningConsole } from './start-console.ts'

const PER_CONSOLE = 24
const COMMANDS = 2

let desk: TestConsole
let second: RunningConsole
beforeAll(async () => {
  desk = await openConsole()
  second = await desk.startAs('ben')
})
afterAll(() => desk.close())

const shownSchema = z.object({ ticket: z.string() })
const answerSchema = z.union([
  z.object({ review: z.object({ decidedBy: z.string() }) }),
  z.object({ error: z.object({ code: z.string(), details: z.object({ by: z.string() }) }) }),
])

/** What this console's person is shown, and then one of their answers to it. */
async function showOn({ url }: RunningConsole, review: string) {
  const { ticket } = shownSchema.parse(await (await fetch(`${url}/api/v1/reviews/${review}`)).json())
  return async (clientKey: string) => {
    const response = await fetch(`${url}/api/v1/reviews/${review}/decision`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ verb: 'approve', ticket, clientKey }),
    })
    return { status: response.status, answer: answerSchema.parse(await response.json()) }
  }
}

test('of fifty decisions at once through two consoles and the command line one wins, and 49 are told who', async () => {
  const { review } = desk.filled.invoice
  const command = createCommand({
    ...process.env,
    DATABASE_URL: desk.scene.databaseUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    COUNTERSIGN_TENANT: TENANT,
    COUNTERSIGN_USER: 'cli',
    COUNTERSIGN_BLOBS: desk.scene.blobs,
  })
  const [first, other] = [await showOn(desk.server, review), await showOn(second, review)]
  const commands = Array.from({ length: COMMANDS }, (_, at) =>
    command.run('reviews', 'decide', review, 'approve', '--key', `cli-${at}`, '--json'),
  )
  const requests = Array.from({ length: PER_CONSOLE }, (_, at) => [first(`ana-${at}`), other(`ben-${at}`)]).flat()
  const [answers, results] = await Promise.all([Promise.all(requests), Promise.all(commands)])

  const [decision, ...more] = await desk.decisionsOf(review)
  expect(more).toEqual([])
  const winner = decision?.by ?? ''
  expect(['ana', 'ben', 'cli']).toContain(winner)
  const won = answers.filter(({ status }) => status === 200).length + results.filter(({ code }) => code === 0).length
  expect(won).toBe(1)
  for (const { status, answer } of answers) {
    if ('error' in answer)
      expect({ status, ...answer.error }).toMatchObject({ status: 409, code: 'already_decided', details: { by: winner } })
    else expect(answer.review.decidedBy).toBe(winner)
  }
  for (const { code, stderr } of results) if (code !== 0) expect(stderr).toContain(`${winner} decided this review`)
})
