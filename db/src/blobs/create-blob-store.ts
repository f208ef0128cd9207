import { CountersignError } from '@countersign/workflows/contract'
import type { BlobStore } from './blob-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'

/**
 * The blob store at a location: a folder, or `s3://bucket/prefix` (with the usual AWS_* variables, and
 * AWS_ENDPOINT_URL_S3 for other S3-compatible servers). Nothing is opened or written until it is used.
 */
export function createBlobStore(location: string): BlobStore {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) return createFolderStore(location)
  const url = new URL(location)
  if (url.protocol !== 's3:' || url.hostname === '') {
    throw new CountersignError('invalid_input', `COUNTERSIGN_BLOBS: "${location}" is neither a folder nor s3://bucket/prefix.`)
  }
  return createS3Store({ bucket: url.hostname, prefix: url.pathname.replace(/^\/+|\/+$/g, '') })
}
