import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'

/**
 * Removes batches, of all tenants, that were looked at and never started, once they are `days` old: what they list has long changed.
 * Each leaves an entry in the audit log. Answers how many there were, `limit` at most. One statement; safe to repeat.
 */
export async function expirePreviews(db: DbOrTx, { days, limit }: { days: number; limit: number }): Promise<number> {
  const removed = await db.execute(sql`
    with due as (
      select id from countersign.batches where status = 'preview' and created_at < now() - make_interval(days => ${days})
       order by created_at limit ${limit} for update skip locked
    ), removed as (
      delete from countersign.batches b using due where b.id = due.id returning b.id, b.tenant, b.created_by
    )
    insert into countersign.audit (tenant, actor, event, data)
    select tenant, 'engine', 'batch.expired', jsonb_build_object('batch', id, 'createdBy', created_by) from removed`)
  return removed.rowCount ?? 0
}
