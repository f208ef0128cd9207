import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OcrReader, readPicture, type StoredPage } from '@countersign/activities/evaluation'
import { pageLineSchema } from '@countersign/workflows/contract'
import { z } from 'zod'

/** Readings are kept by reader and content, since reading all takes many minutes; a changed reader has another name. */
const CACHE = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '.cache', 'scans')
const pageSchema = z.array(z.object({ page: z.number(), text: z.string(), lines: z.array(pageLineSchema) }))

/** The picture of a receipt as the reader of pictures reads it. */
export async function readScan(ocr: OcrReader, file: string): Promise<StoredPage[]> {
  const bytes = await readFile(file)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const kept = path.join(CACHE, ocr.name.replace(/[^\w.-]/g, '_'), `${hash}.json`)
  const known = await readFile(kept, 'utf8').catch(() => null)
  if (known !== null) return pageSchema.parse(JSON.parse(known))
  const { text, lines } = await readPicture({ ocr }, { bytes, mime: 'image/jpeg' }, null, new AbortController().signal)
  const pages = [{ page: 1, text, lines }]
  await mkdir(path.dirname(kept), { recursive: true })
  await writeFile(`${kept}.part`, JSON.stringify(pages))
  await rename(`${kept}.part`, kept)
  return pages
}
