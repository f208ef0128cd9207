import { CountersignError } from '@countersign/workflows/contract'

/** An object of a bucket. */
export interface S3Address {
  bucket: string
  key: string
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/i
/** The longest key that S3 takes, in bytes of UTF-8. */
const LONGEST_KEY = 1024

/** Reads `s3://bucket/key`; the key is taken as it stands, without decoding. Throws `invalid_input`. */
export function parseS3Address(address: string): S3Address {
  const [, bucket, key] = ADDRESS.exec(address) ?? []
  if (bucket === undefined || key === undefined || key.endsWith('/')) {
    throw new CountersignError('invalid_input', `"${address.slice(0, 200)}" is not s3://bucket/key. Name one object.`)
  }
  if (Buffer.byteLength(key) > LONGEST_KEY)
    throw new CountersignError('invalid_input', `The key of an S3 object has at most ${LONGEST_KEY} bytes.`)
  return { bucket, key }
}
