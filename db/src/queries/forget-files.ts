import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import type { OfDocument } from './delete-document.ts'
import { filesLock } from './files.ts'

const HASH = '[0-9a-f]{64}'
const hashesIn = (text: SQL): SQL => sql`(select m[1] from regexp_matches(${text}, ${HASH}, 'g') m)`

/** Every hash that a document or one of its runs names: `hash`. */
const named = ({ tenant, document, runs }: OfDocument): SQL => {
  const ofRuns = sql`= any(${sql.param(runs)}::text[])`
  return sql`
    select unnest(array[hash, indexed_hash] || array${hashesIn(sql`coalesce(extraction::text, '')`)}) as hash
      from countersign.documents where tenant = ${tenant} and id = ${document}
    union select unnest(array[hash, image]) from countersign.document_pages where tenant = ${tenant} and document = ${document}
    union select hash from countersign.run_files where tenant = ${tenant} and run ${ofRuns}
    union select unnest(array${hashesIn(sql`input::text`)}) from countersign.runs where tenant = ${tenant} and id ${ofRuns}
    union select unnest(array${hashesIn(sql`request::text`)}) from countersign.reviews where tenant = ${tenant} and run ${ofRuns}
    union select data ->> 'hash' from countersign.audit
           where tenant = ${tenant} and run ${ofRuns} and document = ${document} and event = 'document.received'`
}

/** Whether `hash` is another document's or another run's as well, in the same tenant. */
const neededElsewhere = (hash: SQL, { tenant, document, runs }: OfDocument): SQL => sql`(
  exists (select from countersign.documents d where d.tenant = ${tenant} and d.id <> ${document} and ${hash} in (d.hash, d.indexed_hash))
  or exists (select from countersign.document_pages p where p.tenant = ${tenant} and p.image = ${hash} and p.document <> ${document})
  or exists (select from countersign.run_files f where f.tenant = ${tenant} and f.hash = ${hash} and f.run <> all(${sql.param(runs)}::text[]))
  or exists (select from countersign.runs r
    where r.tenant = ${tenant} and r.input ->> 'hash' = ${hash} and r.id <> all(${sql.param(runs)}::text[])))`

/**
 * Takes the tenant's files of a document away, those that no other document or run has: their rows now, and the bytes are owed to be
 * removed from the blob store. Holds off whoever records a file of the tenant until the transaction ends. Answers how many.
 */
export async function forgetFiles(tx: DbOrTx, of: OfDocument): Promise<number> {
  const { tenant, document, runs } = of
  await tx.execute(sql`select pg_advisory_xact_lock(${filesLock(tenant)})`)
  const result = await tx.execute(sql`
    with named as materialized (select distinct hash from (${named(of)}) every where hash ~ ${`^${HASH}$`}),
    free as materialized (
      select n.hash from named n
       where (exists (select from countersign.files f where f.tenant = ${tenant} and f.hash = n.hash)
           or exists (select from countersign.run_files f where f.tenant = ${tenant} and f.hash = n.hash and f.run = any(${sql.param(runs)}::text[])))
         and not ${neededElsewhere(sql`n.hash`, of)}
    ), forgotten as (
      delete from countersign.files f using free where f.tenant = ${tenant} and f.hash = free.hash
    ), owed as (
      insert into countersign.file_removals (tenant, hash, document) select ${tenant}, hash, ${document} from free
      on conflict (tenant, hash) do update set next_at = now()
    )
    select count(*) as files from free`)
  return z.tuple([z.object({ files: z.coerce.number() })]).parse(result.rows)[0].files
}
