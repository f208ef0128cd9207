import { AxeBuilder } from '@axe-core/playwright'
import { defineGraph } from '@countersign/activities/engine'
import { resumeValueSchema, reviewRequest } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { type EngineStage, openEngineStage, type TestWorker } from '../../worker/src/testing/engine-stage.ts'
import { openBrowser } from './browser.ts'
import { CHOICE, TOOL } from './sample-requests.ts'
import { openScene, type Scene } from './scene.ts'
import { type RunningConsole, startConsole } from './start-console.ts'

const Notes = Annotation.Root({ notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }) })

/** Asks whom to pay, then whether to call the tool, and notes each answer as the node got it. */
const asks = (request: Parameters<typeof reviewRequest>[0]) => async () => {
  const { verb, value, by } = resumeValueSchema.parse(interrupt(reviewRequest(request)))
  return { notes: [`${verb} ${JSON.stringify(value)} by ${by}`] }
}

const graph = defineGraph({
  name: 'refund',
  version: '1',
  graph: new StateGraph(Notes)
    .addNode('whom', asks(CHOICE))
    .addNode('call', asks(TOOL))
    .addEdge(START, 'whom')
    .addEdge('whom', 'call')
    .addEdge('call', END),
})

const notesSchema = z.object({ notes: z.array(z.string()) })

/** What LangChain's human-in-the-loop middleware gives to `interrupt()`: three calls, each with what it allows. */
const CALLS = {
  actionRequests: [
    { name: 'send_refund', args: { amount: 180, currency: 'EUR' } },
    { name: 'send_mail', args: { to: 'kaya@example.test', text: 'Your refund is on its way.' } },
    { name: 'close_case', args: { case: 'K-1182' } },
  ],
  reviewConfigs: [
    { actionName: 'send_refund', allowedDecisions: ['approve', 'edit', 'reject'] },
    { actionName: 'send_mail', allowedDecisions: ['approve', 'edit', 'reject'] },
    { actionName: 'close_case', allowedDecisions: ['approve', 'reject'] },
  ],
}

const callsGraph = defineGraph({
  name: 'calls',
  version: '1',
  graph: new StateGraph(Notes)
    .addNode('call', async () => ({ notes: [JSON.stringify(interrupt(CALLS))] }))
    .addEdge(START, 'call')
    .addEdge('call', END),
})

let database: TestDatabase
let scene: Scene
let stage: EngineStage
let worker: TestWorker
let browser: Browser
let server: RunningConsole
beforeAll(async () => {
  database = await createTestDatabase()
  scene = await openScene(database.url)
  const address = inject('temporalAddress')
  stage = await openEngineStage({ databaseUrl: database.url, address })
  worker = await stage.work([graph, callsGraph])
  const env = { COUNTERSIGN_SIGN_IN: 'environment', COUNTERSIGN_TENANT: 'test', TEMPORAL_ADDRESS: address }
  ;[browser, server] = await Promise.all([openBrowser(), startConsole(scene, 'ana', env)])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await stage.close()
  await scene.close()
  await database.drop()
})

test('a run of a real graph is taken to its end from the page, and what was decided cannot be opened again', async () => {
  const run = await stage.start(graph, {})
  const [choice] = await stage.untilAsked(run.run, 1)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.url}/reviews/${choice?.id}`)
  await page.locator('html[data-keys]').waitFor({ state: 'attached' })
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.goto(`${server.url}/reviews/${await nextReview(run.run, choice?.id ?? '')}`)
  await page.locator('html[data-keys]').waitFor({ state: 'attached' })
  await page.keyboard.press('e')
  await page.keyboard.type('150')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Send now' }).click()
  await stage.untilStatus(run.run, 'done')
  const { notes } = await stage.stateOf(worker, graph, run.run)
  expect(notes).toEqual([
    'choose {"city":"Bonn","iban":"DE88 5001 0517","owner":"Kaya"} by ana',
    'edit {"args":{"amount":150,"currency":"EUR"},"action":"send_refund"} by ana',
  ])
  await page.goto(`${server.url}/reviews/${choice?.id}`)
  await page.getByText('The run has gone on.').waitFor()
  await page.getByRole('button', { name: 'Ask for a second look' }).click()
  await page.getByLabel('Reason').fill('it was the other account')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Fork from before this decision' }).waitFor()
  await page.close()
})

test('of several tool calls one is refused, one changed and one made as it is, and the middleware gets a decision for each', async () => {
  const run = await stage.start(callsGraph, {})
  const [asked] = await stage.untilAsked(run.run, 1)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${server.url}/reviews/${asked?.id}`)
  await page.locator('html[data-keys]').waitFor({ state: 'attached' })
  const call = (name: string) => page.getByRole('region', { name })
  await call('1 send_refund').getByLabel('amount').click()
  await page.keyboard.type('150')
  await page.keyboard.press('Enter')
  await call('1 send_refund').getByText('made with your change').waitFor()
  await call('2 send_mail').getByRole('button', { name: 'Refuse' }).click()
  await call('2 send_mail').getByLabel('What is wrong with it (optional)').fill('she asked not to be written to')
  await call('3 close_case').getByText('made as proposed').waitFor()
  expect(await call('3 close_case').getByLabel('case').getAttribute('readonly')).not.toBeNull()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('button', { name: 'Approve with your 2 changes' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await stage.untilStatus(run.run, 'done')
  const { notes } = notesSchema.parse(await stage.stateOf(worker, callsGraph, run.run))
  expect(JSON.parse(notes[0] ?? '')).toEqual({
    decisions: [
      { type: 'edit', editedAction: { name: 'send_refund', args: { amount: 150, currency: 'EUR' } } },
      { type: 'reject', message: 'she asked not to be written to' },
      { type: 'approve' },
    ],
  })
  await page.goto(`${server.url}/reviews/${asked?.id}`)
  await call('2 send_mail').getByText('not made').waitFor()
  expect(await call('1 send_refund').getByLabel('amount').inputValue()).toBe('150')
  await context.close()
})

/** The review that the run opens after the one that was decided. */
async function nextReview(run: string, before: string): Promise<string> {
  let found = ''
  await expect
    .poll(async () => {
      found = (await stage.openReviews(run)).find(({ id }) => id !== before)?.id ?? ''
      return found
    })
    .not.toBe('')
  return found
}
