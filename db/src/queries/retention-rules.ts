import { type SQL, sql } from 'drizzle-orm'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'

/*
 * What retention takes away, said once: counting and deleting read the same rules, so that a plan and what it comes to cannot differ.
 * Sizes are stored sizes (compressed, as Postgres keeps them) of the columns, without the overhead of rows and indexes.
 */

const table = (name: string): SQL => sql`${sql.identifier(CHECKPOINT_SCHEMA)}.${sql.identifier(name)}`

/**
 * Runs of a tenant that ended longer ago than their policy says and have something left that it does not keep: `run`, `graph`, `keep`, and
 * `kept`, why nothing of it goes now (null: it goes).
 * - `hold`: a legal hold on it or on its document.
 * - `review`: somebody is to decide an open review of it, or of a fork of it.
 * - `fork`: a fork or a replay of it is kept whole, and is compared with it. What has been begun is finished all the same.
 */
export const dueRuns = (tenant: string): SQL => sql`
  select r.id as run, r.graph, case when r.thinned = 'none' then 'none' else p.keep end as keep, case
      when r.hold or exists (select from countersign.documents d where d.tenant = r.tenant and d.id = r.document and d.hold) then 'hold'
      when exists (select from countersign.reviews v where v.tenant = r.tenant and v.run = r.id and v.status = 'open')
        or exists (
          select from countersign.runs f join countersign.reviews v on v.tenant = f.tenant and v.run = f.id and v.status = 'open'
           where f.tenant = r.tenant and f.parent_run = r.id) then 'review'
      when (r.thinned is null or r.thinned_at is not null) and exists (
        select from countersign.runs f where f.tenant = r.tenant and f.parent_run = r.id and f.thinned is null) then 'fork'
    end as kept
    from countersign.runs r
    cross join lateral (
      select keep, days from countersign.retention_policies
       where tenant = r.tenant and graph in (r.graph, '*') order by graph = '*' limit 1
    ) p
   where r.tenant = ${tenant} and p.keep <> 'all' and r.finished_at < now() - make_interval(days => p.days)
     and (r.thinned_at is null or (r.thinned = 'ends' and p.keep = 'none'))`

/** What retention counts and deletes, in this order: a checkpoint that is left has all its values and writes at any moment. */
export const LOST = ['checkpoints', 'writes', 'blobs', 'effects', 'edits'] as const
export type Lost = (typeof LOST)[number]

/**
 * The first and the last checkpoint of the runs in `gone` (`run`, `keep`); nulls where none is kept. By the run's row and by steps: ids of
 * checkpoints tell the time of workers, whose clocks may be wrong.
 */
const ends = (gone: SQL): SQL => sql`
  select g.run, g.keep, e.first, e.last from ${gone} g
    left join lateral (
      select (
          select c.checkpoint_id from ${table('checkpoints')} c
           where c.thread_id = g.run and c.checkpoint_ns = '' order by (c.metadata ->> 'step')::int nulls last, c.checkpoint_id limit 1
        ) as first,
        (select r.checkpoint from countersign.runs r where r.id = g.run) as last
    ) e on g.keep = 'ends'`

// With nulls for the ends, this is null.
const isEnd = (alias: string): SQL => {
  const row = sql.raw(alias)
  return sql`coalesce(${row}.checkpoint_ns = '' and ${row}.checkpoint_id in (e.first, e.last), false)`
}

const sizeOf = (alias: string, columns: string[]): SQL =>
  sql.join(
    columns.map((column) => sql`coalesce(pg_column_size(${sql.raw(`${alias}.${column}`)}), 0)`),
    sql` + `,
  )

/** Rows that go of the runs in `gone`, a subquery or a name of a table expression with `run` and `keep`: `run`, `place`, `size`. */
export function lostRows(what: Lost, gone: SQL): SQL {
  switch (what) {
    case 'checkpoints':
      return sql`select e.run, c.ctid as place, ${sizeOf('c', ['thread_id', 'checkpoint_ns', 'checkpoint_id', 'parent_checkpoint_id', 'type', 'checkpoint', 'metadata'])} as size
        from (${ends(gone)}) e join ${table('checkpoints')} c on c.thread_id = e.run where not ${isEnd('c')}`
    case 'writes':
      return sql`select e.run, w.ctid as place, ${sizeOf('w', ['thread_id', 'checkpoint_ns', 'checkpoint_id', 'task_id', 'idx', 'channel', 'type', 'blob'])} as size
        from (${ends(gone)}) e join ${table('checkpoint_writes')} w on w.thread_id = e.run where not ${isEnd('w')}`
    case 'blobs':
      return lostBlobs(gone)
    case 'effects':
      return sql`select g.run, x.ctid as place, ${sizeOf('x', ['run', 'task', 'node', 'name', 'ordinal', 'data'])} as size
        from ${gone} g join countersign.recorded_effects x on x.run = g.run`
    case 'edits':
      return sql`select g.run, x.ctid as place, ${sizeOf('x', ['id', 'run', 'checkpoint', 'namespace', '"values"', 'as_node', 'reason', 'by'])} as size
        from ${gone} g join countersign.edits x on x.run = g.run where g.keep = 'none'`
  }
}

/** Values that no kept checkpoint refers to. */
const lostBlobs = (gone: SQL): SQL => sql`
  select e.run, b.ctid as place, ${sizeOf('b', ['thread_id', 'checkpoint_ns', 'channel', 'version', 'type', 'blob'])} as size
    from (${ends(gone)}) e join ${table('checkpoint_blobs')} b on b.thread_id = e.run
   where not (b.checkpoint_ns = '' and exists (
     select from ${table('checkpoints')} c
      where c.thread_id = e.run and c.checkpoint_ns = '' and c.checkpoint_id in (e.first, e.last)
        and c.checkpoint -> 'channel_versions' ->> b.channel = b.version))`

/** The table that holds the rows of {@link lostRows}. */
export const tableOf = (what: Lost): SQL => {
  switch (what) {
    case 'checkpoints':
      return table('checkpoints')
    case 'writes':
      return table('checkpoint_writes')
    case 'blobs':
      return table('checkpoint_blobs')
    case 'effects':
      return sql`countersign.recorded_effects`
    case 'edits':
      return sql`countersign.edits`
  }
}
