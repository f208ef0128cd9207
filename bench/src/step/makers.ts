import { randomUUID } from 'node:crypto'
import type { CountersignClient } from '@countersign/client'
import type { Client } from '@temporalio/client'
import type pg from 'pg'
import type { Maker } from './measure-runs.ts'

/** Runs of the graph `bench-pause`. */
export const countersignRuns = (client: CountersignClient): Maker => ({
  start: async () => (await client.startRun({ graph: 'bench-pause', input: { n: 0 } })).run,
  waiting: `select id from countersign.runs where id = any($1) and status = 'waiting'`,
  prepare: async (run) => {
    const { items } = await client.listReviews({ run, status: 'open' })
    const [review] = items
    if (!review) throw new Error(`run ${run} has no open review`)
    return () => client.decide({ review: review.id, verb: 'approve' })
  },
  isDone: async (run) => (await client.getRun(run)).status === 'done',
})

/** The same, written for Temporal by hand: no checkpoint, no review, no decision that is kept. */
export const byHandRuns = (client: Client, pool: pg.Pool): Maker => ({
  start: async () => (await client.workflow.start('byHand', { taskQueue: 'by-hand', workflowId: randomUUID() })).workflowId,
  waiting: `select run as id from by_hand where run = any($1) and status = 'waiting'`,
  prepare: async (run) => () => client.workflow.getHandle(run).signal('decided'),
  isDone: async (run) => (await pool.query(`select from by_hand where run = $1 and status = 'done'`, [run])).rowCount === 1,
})
