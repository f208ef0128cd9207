import { and, asc, desc, eq, getTableColumns, gt, gte, type InferSelectModel, inArray, isNotNull, isNull, lt, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { audit, reviews, runs } from '../schema/index.ts'
import { cutPage, decodeNumber, pageSize } from './keyset.ts'

export type AuditRow = InferSelectModel<typeof audit>

/** Any constant; another than that of migrations. */
const SEALING = 7_270_028

/** Takes the sole right to seal, of the whole installation, until the transaction ends; false while another has it. */
export async function takeSealing(tx: DbOrTx): Promise<boolean> {
  const result = await tx.execute(sql`select pg_try_advisory_xact_lock(${SEALING}) as taken`)
  return z.array(z.object({ taken: z.boolean() })).parse(result.rows)[0]?.taken ?? false
}

/** Committed entries without a seal behind a `seq`, of all tenants but `except`, in the order of `seq`. */
export async function listUnsealed(
  db: DbOrTx,
  { limit, except, after }: { limit: number; except: readonly string[]; after: number },
): Promise<AuditRow[]> {
  return await db
    .select()
    .from(audit)
    .where(and(isNull(audit.mac), gt(audit.seq, after), except.length > 0 ? not(inArray(audit.tenant, [...except])) : undefined))
    .orderBy(asc(audit.seq))
    .limit(limit)
}

const headsSchema = z.array(z.object({ tenant: z.string(), position: z.coerce.number(), mac: z.string() }))
/** The last sealed entry of a tenant. */
export type AuditHead = z.infer<typeof headsSchema>[number]

/** Where the chains of these tenants end; a tenant without a sealed entry is left out. */
export async function listHeads(db: DbOrTx, { tenants }: { tenants: readonly string[] }): Promise<AuditHead[]> {
  const result = await db.execute(sql`
    select head.* from unnest(${sql.param([...tenants])}::text[]) as wanted (name)
    cross join lateral (
      select a.tenant, a.position, coalesce(a.mac, '') as mac from countersign.audit a
      where a.tenant = wanted.name and a.position is not null order by a.position desc limit 1) head`)
  return headsSchema.parse(result.rows)
}

/** Writes seals. Answers how many entries took theirs; one that is sealed already keeps what it has. */
export async function writeSeals(tx: DbOrTx, seals: readonly { seq: number; position: number; mac: string }[]): Promise<number> {
  const column = <T>(pick: (seal: { seq: number; position: number; mac: string }) => T) => sql.param(seals.map(pick))
  const result = await tx.execute(sql`
    update countersign.audit a set position = seal.position, mac = seal.mac
    from unnest(${column(({ seq }) => seq)}::bigint[], ${column(({ position }) => position)}::bigint[], ${column(({ mac }) => mac)}::text[])
      as seal (seq, position, mac)
    where a.seq = seal.seq and a.mac is null and a.position is null`)
  return result.rowCount ?? 0
}

/** Entries of a tenant in the order of their positions, those behind `after`. */
export async function listSealed(
  db: DbOrTx,
  where: { tenant: string; after: number; limit: number; since?: Date; review?: string },
): Promise<AuditRow[]> {
  return await db
    .select()
    .from(audit)
    .where(
      and(
        eq(audit.tenant, where.tenant),
        gt(audit.position, where.after),
        where.since ? gte(audit.at, where.since) : undefined,
        where.review ? eq(audit.review, where.review) : undefined,
      ),
    )
    .orderBy(asc(audit.position))
    .limit(where.limit)
}

/** Entries that bear half a seal: nothing of ours writes such. */
export async function listHalfSealed(db: DbOrTx, where: { tenant: string; limit: number }): Promise<AuditRow[]> {
  return await db
    .select()
    .from(audit)
    .where(and(eq(audit.tenant, where.tenant), isNull(audit.position), isNotNull(audit.mac)))
    .limit(where.limit)
}

/** How many entries of a tenant are not sealed yet. */
export async function countUnsealed(db: DbOrTx, where: { tenant: string }): Promise<number> {
  const rows = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(audit)
    .where(and(eq(audit.tenant, where.tenant), isNull(audit.mac), isNull(audit.position)))
  return rows[0]?.count ?? 0
}

/** A page of the log, newest first, with titles. Stable while entries are added: what is new comes before the first page. */
export async function listAudit(
  db: DbOrTx,
  filter: { tenant: string; review?: string; run?: string; actor?: string; event?: string; after?: string; limit?: number },
): Promise<{ items: (AuditRow & { title: string | null })[]; next: string | null }> {
  const limit = pageSize(filter.limit)
  const rows = await db
    .select({ ...getTableColumns(audit), title: sql<string | null>`coalesce(${reviews.title}, ${runs.title})` })
    .from(audit)
    .leftJoin(reviews, and(eq(reviews.tenant, audit.tenant), eq(reviews.id, audit.review)))
    .leftJoin(runs, and(eq(runs.tenant, audit.tenant), eq(runs.id, audit.run)))
    .where(
      and(
        eq(audit.tenant, filter.tenant),
        filter.review ? eq(audit.review, filter.review) : undefined,
        filter.run ? eq(audit.run, filter.run) : undefined,
        filter.actor ? eq(audit.actor, filter.actor) : undefined,
        filter.event ? eq(audit.event, filter.event) : undefined,
        filter.after === undefined ? undefined : lt(audit.seq, decodeNumber(filter.after)),
      ),
    )
    .orderBy(desc(audit.seq))
    .limit(limit + 1)
  return cutPage(rows, limit, ({ at, seq }) => ({ at, id: String(seq) }))
}
