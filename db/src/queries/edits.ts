import { and, eq, type InferInsertModel, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { edits, RUN_STATUSES } from '../schema/index.ts'

export type NewEdit = InferInsertModel<typeof edits>

/** Orders an edit; false when the tenant has one with this client key already (then nothing is written). */
export async function insertEdit(tx: DbOrTx, edit: NewEdit): Promise<boolean> {
  const rows = await tx
    .insert(edits)
    .values(edit)
    .onConflictDoNothing({ target: [edits.tenant, edits.clientKey] })
    .returning({ id: edits.id })
  return rows.length > 0
}

/** The run that an edit with this client key was ordered for. */
export async function findEditByClientKey(
  db: DbOrTx,
  where: { tenant: string; clientKey: string },
): Promise<{ id: string; run: string } | null> {
  const rows = await db
    .select({ id: edits.id, run: edits.run })
    .from(edits)
    .where(and(eq(edits.tenant, where.tenant), eq(edits.clientKey, where.clientKey)))
  return rows[0] ?? null
}

const heldSchema = z.object({
  status: z.enum(RUN_STATUSES),
  checkpoint: z.string().nullable(),
  pending: z.boolean(),
})
/** A run whose row this transaction has locked. */
export type HeldRun = z.infer<typeof heldSchema>

/** Locks a run's row and answers how it stands, and whether an edit of it is not applied yet; null where there is no such run. */
export async function holdRunForEdit(tx: DbOrTx, { tenant, run }: { tenant: string; run: string }): Promise<HeldRun | null> {
  const result = await tx.execute(sql`
    select r.status, r.checkpoint, exists (
      select 1 from countersign.edits e where e.tenant = r.tenant and e.run = r.id and e.applied_at is null) as pending
    from countersign.runs r where r.tenant = ${tenant} and r.id = ${run} for no key update of r`)
  return z.array(heldSchema).parse(result.rows)[0] ?? null
}

/**
 * Withdraws the open reviews of a run, each with its audit entry. A decision that is made at this moment comes first or finds its review
 * withdrawn: the rows are locked.
 */
export async function withdrawOpenReviews(tx: DbOrTx, { tenant, run, by }: { tenant: string; run: string; by: string }): Promise<string[]> {
  const result = await tx.execute(sql`
    with withdrawn as (
      update countersign.reviews set status = 'withdrawn', claimed_by = null, claimed_until = null
      where tenant = ${tenant} and run = ${run} and status = 'open' returning id, document
    ), told as (
      insert into countersign.audit (tenant, actor, event, run, review, document, data)
      select ${tenant}, ${by}, 'review.withdrawn', ${run}, id, document, '{}' from withdrawn
    )
    select id from withdrawn`)
  return z
    .array(z.object({ id: z.string() }))
    .parse(result.rows)
    .map(({ id }) => id)
}

/** A decision of the run that stands and has not been taken in: whoever made it came first. */
export async function findDecisionUnderWay(
  tx: DbOrTx,
  { tenant, run }: { tenant: string; run: string },
): Promise<{ review: string; by: string } | null> {
  const result = await tx.execute(sql`
    select d.review, d.by from countersign.decisions d
    join countersign.reviews v on v.id = d.review
    where v.tenant = ${tenant} and v.run = ${run} and d.applied_at is null and d.withdrawn_at is null limit 1`)
  return z.array(z.object({ review: z.string(), by: z.string() })).parse(result.rows)[0] ?? null
}

/** Sets a held run going again from where it stands: what ran for it may not write any more. */
export async function setRunning(tx: DbOrTx, { tenant, run }: { tenant: string; run: string }): Promise<void> {
  await tx.execute(sql`
    with fenced as (
      update countersign.attempts set status = 'superseded', finished_at = now() where tenant = ${tenant} and run = ${run} and status = 'running'
    )
    update countersign.runs set status = 'running', error = null, updated_at = now() where tenant = ${tenant} and id = ${run}`)
}
