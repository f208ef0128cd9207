import { z } from 'zod'
import { documentFilterSchema, documentViewSchema, searchHitSchema } from '../../schemas/documents.ts'
import { pageSchema } from '../../schemas/page.ts'
import {
  checkpointStateSchema,
  checkpointViewSchema,
  graphViewSchema,
  healthSchema,
  runDetailSchema,
  runFilterSchema,
  runSummarySchema,
  startInputSchema,
} from '../../schemas/runs.ts'
import { id, noInput, nothing, type Operations } from '../operation.ts'

type RunDoor =
  | 'startRun'
  | 'cancelRun'
  | 'listRuns'
  | 'getRun'
  | 'listCheckpoints'
  | 'getState'
  | 'listDocuments'
  | 'getDocument'
  | 'search'
  | 'listGraphs'
  | 'health'

const ofRun = z.strictObject({ run: id })

export const runOperations: Operations<RunDoor> = {
  startRun: {
    method: 'POST',
    path: '/runs',
    args: ['*'],
    summary: 'Starts a run of a registered graph',
    input: startInputSchema,
    output: z.object({ run: z.string() }),
  },
  cancelRun: {
    method: 'POST',
    path: '/runs/{run}/cancel',
    args: ['run'],
    summary: 'Asks a run to stop',
    input: ofRun,
    output: nothing,
  },
  listRuns: {
    method: 'GET',
    path: '/runs',
    args: ['*'],
    summary: 'A page of runs, newest first',
    input: runFilterSchema,
    output: pageSchema(runSummarySchema),
  },
  getRun: {
    method: 'GET',
    path: '/runs/{run}',
    args: ['run'],
    summary: 'A run with its attempts, reviews and the drawing of its graph',
    input: ofRun,
    output: runDetailSchema,
  },
  listCheckpoints: {
    method: 'GET',
    path: '/runs/{run}/checkpoints',
    args: ['run'],
    summary: 'The checkpoints of a run, newest last',
    input: ofRun,
    output: z.array(checkpointViewSchema),
  },
  getState: {
    method: 'GET',
    path: '/runs/{run}/state',
    args: ['run', 'checkpoint', 'namespace'],
    summary: 'The state of a run at a checkpoint, by default the newest',
    input: ofRun.extend({ checkpoint: z.string().optional(), namespace: z.string().optional() }),
    output: checkpointStateSchema,
  },
  listDocuments: {
    method: 'GET',
    path: '/documents',
    args: ['*'],
    summary: 'A page of documents, newest first',
    input: documentFilterSchema,
    output: pageSchema(documentViewSchema),
  },
  getDocument: {
    method: 'GET',
    path: '/documents/{document}',
    args: ['document'],
    summary: 'One document',
    input: z.strictObject({ document: id }),
    output: documentViewSchema,
  },
  search: {
    method: 'GET',
    path: '/search',
    args: ['q', '*'],
    summary: 'The passages that answer a question, best first',
    input: z.strictObject({ q: z.string(), limit: z.number().int().optional() }),
    output: z.array(searchHitSchema),
  },
  listGraphs: {
    method: 'GET',
    path: '/graphs',
    args: [],
    summary: 'Every graph that a worker has registered',
    input: noInput,
    output: z.array(graphViewSchema),
  },
  health: {
    method: 'GET',
    path: '/health',
    args: [],
    summary: 'Whether the services answer, and what piles up',
    input: noInput,
    output: healthSchema,
  },
}
