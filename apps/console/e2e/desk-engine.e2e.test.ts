import { defineGraph } from '@countersign/activities/engine'
import { resumeValueSchema, reviewRequest } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
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
  worker = await stage.work([graph])
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
  await page.getByRole('link', { name: 'Fork from here' }).waitFor()
  await page.close()
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
