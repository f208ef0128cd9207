import type pg from 'pg'
import { now } from '../bench-graphs.ts'

export type ByHandActivities = ReturnType<typeof byHandActivities>

/** Each writes one row, as such activities do. */
export function byHandActivities(pool: pg.Pool) {
  return {
    propose: async (run: string) => {
      await pool.query(`insert into by_hand (run, status) values ($1, 'running')`, [run])
      return { n: 1 }
    },
    ask: async (run: string, { n }: { n: number }) => {
      await pool.query(`update by_hand set status = 'waiting', n = $2 where run = $1`, [run, n])
    },
    after: async (run: string) => {
      await pool.query('insert into bench_effects (key, run, at) values ($1, $1, $2) on conflict do nothing', [run, now()])
      await pool.query(`update by_hand set status = 'done' where run = $1`, [run])
    },
  }
}
