import { recordFile, savePage } from '@countersign/db'
import type { SourcePage } from '../../sources/source-page.ts'
import type { IngestDeps } from './ingest-deps.ts'

/** Stores a page with its picture, keyed by document, content hash and number: doing it again changes nothing. */
export async function storePage(
  deps: Pick<IngestDeps, 'db' | 'blobs'>,
  where: { tenant: string; document: string; hash: string },
  { page, picture, width, height, text, lines, facts }: SourcePage,
): Promise<void> {
  const image = picture === null ? null : await deps.blobs.put(picture.bytes, picture.mime)
  if (picture !== null && image !== null) {
    await recordFile(deps.db, { tenant: where.tenant, hash: image.hash, mime: picture.mime, bytes: image.bytes })
  }
  const { tenant, document, hash } = where
  await savePage(deps.db, {
    tenant,
    document,
    hash,
    page,
    width,
    height,
    image: image?.hash ?? null,
    imageType: picture?.mime ?? null,
    text,
    lines,
    facts,
  })
}
