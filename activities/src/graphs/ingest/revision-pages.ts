import { listPageFacts, listPages } from '@countersign/db'
import type { RunContext } from '../../engine/run-context.ts'
import type { IngestDeps } from './ingest-deps.ts'

interface Revision {
  document: string
  hash: string
}

type Reader = Pick<RunContext, 'tenant' | 'run' | 'sandbox'>

/** Under which key a run stores the pages of a revision. A replay has a key of its own: what others are shown stays as it is. */
export const keyOfPages = ({ tenant, run, sandbox }: Reader, { document, hash }: Revision) => ({
  tenant,
  document,
  hash: sandbox ? `${hash}~${run}` : hash,
})

/** The pages as this run sees them, in order: in a replay its own, and those of the revision that it has not read itself. */
export const pagesOf = ({ db }: Pick<IngestDeps, 'db'>, reader: Reader, revision: Revision) =>
  layered(reader, revision, (where) => listPages(db, where))

/** As {@link pagesOf}, without their text. */
export const pageFactsOf = ({ db }: Pick<IngestDeps, 'db'>, reader: Reader, revision: Revision) =>
  layered(reader, revision, (where) => listPageFacts(db, where))

async function layered<Page extends { page: number }>(
  reader: Reader,
  revision: Revision,
  list: (where: Revision & { tenant: string }) => Promise<Page[]>,
): Promise<Page[]> {
  const pages = await list({ ...revision, tenant: reader.tenant })
  if (!reader.sandbox) return pages
  const own = await list(keyOfPages(reader, revision))
  const all = new Map([...pages, ...own].map((page) => [page.page, page]))
  return [...all.values()].toSorted((a, b) => a.page - b.page)
}
