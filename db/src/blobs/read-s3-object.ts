import { CountersignError } from '@countersign/workflows/contract'
import { openS3 } from './open-s3.ts'
import { parseS3Address } from './s3-address.ts'

/**
 * Reads `s3://bucket/key`, with the credentials of this process (AWS_*). What is larger than `maxBytes` is not downloaded. Reads only: safe
 * to retry. Errors: `invalid_input` (no such address, or not allowed), `not_found`, `too_large`, `unavailable` (worth a retry).
 */
export async function readS3Object(address: string, options: { maxBytes: number; signal: AbortSignal }): Promise<Uint8Array> {
  const { bucket, key } = parseS3Address(address)
  const { sdk, s3 } = await openS3()
  // Ends the download where it is not read to its end.
  const stop = new AbortController()
  const abortSignal = AbortSignal.any([options.signal, stop.signal])
  try {
    const { Body, ContentLength } = await s3.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
    if (ContentLength === undefined || ContentLength > options.maxBytes) throw tooLarge(address, ContentLength, options.maxBytes)
    return (await Body?.transformToByteArray()) ?? new Uint8Array()
  } catch (cause) {
    options.signal.throwIfAborted()
    throw cause instanceof CountersignError ? cause : asUserError(address, cause)
  } finally {
    stop.abort()
    s3.destroy()
  }
}

function tooLarge(address: string, bytes: number | undefined, limit: number): CountersignError {
  const size = bytes === undefined ? 'does not say how large it is' : `has ${bytes} bytes`
  return new CountersignError('too_large', `${address} ${size}; the limit is ${limit} bytes (COUNTERSIGN_MAX_BYTES).`, { bytes, limit })
}

function asUserError(address: string, cause: unknown): CountersignError {
  const name = cause instanceof Error ? cause.name : ''
  const why = cause instanceof Error && cause.message !== '' ? `${name}: ${cause.message}` : String(cause)
  if (['NoSuchKey', 'NoSuchBucket', 'NotFound'].includes(name)) {
    return new CountersignError('not_found', `There is no object ${address}.`, { address }, { cause })
  }
  if (/AccessDenied|Forbidden|InvalidAccessKeyId|SignatureDoesNotMatch|Credentials|ExpiredToken|InvalidObjectState/.test(name)) {
    const advice = "Check the worker's AWS_* variables and what they may read."
    return new CountersignError(
      'invalid_input',
      `${address} cannot be read with the worker's credentials (${why}). ${advice}`,
      { address },
      { cause },
    )
  }
  return new CountersignError('unavailable', `${address} could not be read (${why}). Try again later.`, { address }, { cause })
}
