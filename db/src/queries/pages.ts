import type { PageFacts, PageLine } from '@countersign/workflows/contract'
import { and, asc, eq } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { documentPages } from '../schema/index.ts'

export interface PageRow {
  page: number
  width: number
  height: number
  image: string | null
  text: string
  lines: PageLine[]
  facts: PageFacts
}

/** What is known of the pages of one revision of a document without their text, in order. */
export async function listPageFacts(
  db: DbOrTx,
  where: { tenant: string; document: string; hash: string },
): Promise<Pick<PageRow, 'page' | 'image' | 'facts'>[]> {
  return await db
    .select({ page: documentPages.page, image: documentPages.image, facts: documentPages.facts })
    .from(documentPages)
    .where(and(eq(documentPages.tenant, where.tenant), eq(documentPages.document, where.document), eq(documentPages.hash, where.hash)))
    .orderBy(asc(documentPages.page))
}

/** The pages of one revision of a document, in order. */
export async function listPages(db: DbOrTx, where: { tenant: string; document: string; hash: string }): Promise<PageRow[]> {
  return await db
    .select({
      page: documentPages.page,
      width: documentPages.width,
      height: documentPages.height,
      image: documentPages.image,
      text: documentPages.text,
      lines: documentPages.lines,
      facts: documentPages.facts,
    })
    .from(documentPages)
    .where(and(eq(documentPages.tenant, where.tenant), eq(documentPages.document, where.document), eq(documentPages.hash, where.hash)))
    .orderBy(asc(documentPages.page))
}
