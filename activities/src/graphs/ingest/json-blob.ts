import type { BlobStore } from '@countersign/db'
import type { z } from 'zod'

/** Keeps a value that is too large for a state in the blob store. Safe to retry. */
export async function putJson(blobs: Pick<BlobStore, 'put'>, value: unknown): Promise<{ hash: string; bytes: number }> {
  return await blobs.put(Buffer.from(JSON.stringify(value)), 'application/json')
}

/** A value that was kept by {@link putJson}. Error `not_found`; a ZodError where the blob is of another shape. */
export async function getJson<Schema extends z.ZodType>(
  blobs: Pick<BlobStore, 'get'>,
  hash: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return schema.parse(JSON.parse(Buffer.from(await blobs.get(hash)).toString()))
}
