import type { PageFacts, PageLine } from '@countersign/workflows/contract'
import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { documentPages } from '../schema/index.ts'

export interface NewPage {
  tenant: string
  document: string
  /** Content hash of the revision this page was read from. */
  hash: string
  page: number
  width: number
  height: number
  image: string | null
  imageType: string | null
  text: string
  lines: PageLine[]
  facts: PageFacts
}

/**
 * Stores a page of a revision. Safe to repeat: the same bytes read again give the same page, and a picture that could not be
 * drawn the first time is added. A page of the same key of another tenant is left alone.
 */
export async function savePage(db: DbOrTx, page: NewPage): Promise<void> {
  const { width, height, image, imageType, text, lines, facts } = page
  await db
    .insert(documentPages)
    .values(page)
    .onConflictDoUpdate({
      target: [documentPages.document, documentPages.hash, documentPages.page],
      set: { width, height, image, imageType, text, lines, facts },
      setWhere: sql`${documentPages.tenant} = ${page.tenant}`,
    })
}
