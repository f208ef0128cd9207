import type { BlobStore, Db } from '@countersign/db'
import { recordFile } from '@countersign/db'
import type { Evidence, Field } from '@countersign/workflows/contract'
import { createCanvas, loadImage } from '@napi-rs/canvas'

export interface CropDeps {
  db: Db
  blobs: BlobStore
}

/** Around the evidence, so that its label is seen: fractions of the page. */
const MARGIN_X = 0.12
const MARGIN_Y = 0.012
const MOST_CROPS = 24

/**
 * Cuts the first evidence of each field out of its page's picture and stores it in the blob store; answers the fields with the
 * crops' hashes. Pages without a picture and evidence without a box are left as they are. Safe to repeat: the same cut has the
 * same key.
 */
export async function cropEvidence(
  deps: CropDeps,
  input: {
    tenant: string
    pages: readonly { page: number; image: string | null }[]
    fields: readonly Field[]
    wanted: ReadonlySet<string>
  },
): Promise<Field[]> {
  const pictures = new Map<string, ReturnType<typeof loadImage>>()
  const load = (hash: string) => {
    const known = pictures.get(hash) ?? deps.blobs.get(hash).then((bytes) => loadImage(Buffer.from(bytes)))
    pictures.set(hash, known)
    return known
  }
  const cut = async (evidence: Evidence): Promise<Evidence> => {
    const image = input.pages.find(({ page }) => page === evidence.page)?.image
    if (!evidence.box || !image || evidence.crop !== undefined) return evidence
    const bytes = await cutOut(await load(image), evidence.box)
    const stored = await deps.blobs.put(bytes, 'image/png')
    await recordFile(deps.db, { tenant: input.tenant, hash: stored.hash, mime: 'image/png', bytes: stored.bytes })
    return { ...evidence, crop: stored.hash }
  }
  const fields: Field[] = []
  for (const [index, field] of input.fields.entries()) {
    const [first, ...rest] = field.evidence
    const evidence =
      first !== undefined && input.wanted.has(field.name) && index < MOST_CROPS ? [await cut(first), ...rest] : field.evidence
    fields.push({ ...field, evidence })
  }
  return fields
}

async function cutOut(image: Awaited<ReturnType<typeof loadImage>>, box: NonNullable<Evidence['box']>): Promise<Buffer> {
  const left = Math.max(0, box.x - MARGIN_X) * image.width
  const top = Math.max(0, box.y - MARGIN_Y) * image.height
  const width = Math.max(1, Math.min(1, box.x + box.w + MARGIN_X) * image.width - left)
  const height = Math.max(1, Math.min(1, box.y + box.h + MARGIN_Y) * image.height - top)
  const canvas = createCanvas(Math.ceil(width), Math.ceil(height))
  canvas.getContext('2d').drawImage(image, left, top, width, height, 0, 0, width, height)
  return await canvas.encode('png')
}
