import { createHash } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import { CountersignError } from '@countersign/workflows/contract'
import type { BlobStore } from './blob-store.ts'
import { blobNotFound, isHash } from './hash.ts'
import { openS3, type Sdk } from './open-s3.ts'

export interface S3Location {
  bucket: string
  /** Put before every key, without slashes at its ends; '' for none. */
  prefix: string
}

/**
 * Blobs as objects of a bucket, `prefix/ab/cd/<hash>`. Region, credentials and endpoint come from the usual AWS_* variables;
 * with an endpoint of one's own, buckets are addressed by path. An upload carries its sha256, which the server checks.
 */
export function createS3Store(location: S3Location): BlobStore {
  const keyOf = (hash: string): string => [location.prefix, hash.slice(0, 2), hash.slice(2, 4), hash].filter(Boolean).join('/')
  const place = (hash: string) => ({ Bucket: location.bucket, Key: keyOf(hash) })
  let opened: Promise<{ sdk: Sdk; s3: S3Client }> | null = null
  const open = () => {
    opened ??= openS3()
    return opened
  }

  const has = async (hash: string): Promise<boolean> => {
    if (!isHash(hash)) return false
    const { sdk, s3 } = await open()
    try {
      await s3.send(new sdk.HeadObjectCommand(place(hash)))
      return true
    } catch (cause) {
      if (isMissing(cause)) return false
      throw notReachable(location, cause)
    }
  }

  return {
    has,
    async put(bytes, mime) {
      const digest = createHash('sha256').update(bytes).digest()
      const hash = digest.toString('hex')
      if (await has(hash)) return { hash, bytes: bytes.byteLength }
      const { sdk, s3 } = await open()
      try {
        await s3.send(
          new sdk.PutObjectCommand({ ...place(hash), Body: bytes, ContentType: mime, ChecksumSHA256: digest.toString('base64') }),
        )
      } catch (cause) {
        throw notReachable(location, cause)
      }
      return { hash, bytes: bytes.byteLength }
    },
    async get(hash) {
      if (!isHash(hash)) throw blobNotFound(hash)
      const { sdk, s3 } = await open()
      try {
        const { Body } = await s3.send(new sdk.GetObjectCommand(place(hash)))
        return (await Body?.transformToByteArray()) ?? new Uint8Array()
      } catch (cause) {
        if (isMissing(cause)) throw blobNotFound(hash)
        throw notReachable(location, cause)
      }
    },
    async delete(hash) {
      if (!isHash(hash)) return
      const { sdk, s3 } = await open()
      try {
        await s3.send(new sdk.DeleteObjectCommand(place(hash)))
      } catch (cause) {
        if (!isMissing(cause)) throw notReachable(location, cause)
      }
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}

function notReachable(location: S3Location, cause: unknown): CountersignError {
  const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  return new CountersignError(
    'unavailable',
    `The bucket s3://${location.bucket} cannot be used (${why}). Check the AWS_* variables.`,
    {},
    { cause },
  )
}
