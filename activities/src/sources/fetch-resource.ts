import { parseS3Address, readS3Object } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { FetchUrl } from './fetch-url.ts'

export interface ResourceOptions {
  /** For http and https. */
  fetchUrl: FetchUrl
  /** Beginnings of `s3://` addresses that may be read; empty: all that the worker's credentials may. */
  allowed: readonly string[]
  /** Where the product keeps its own files: never a source, since every tenant's lie there. */
  blobs: string
}

/** Fetches an `s3://` address with the worker's credentials, any other over HTTP. Errors: those of both, `forbidden`. */
export function createFetchResource({ fetchUrl, allowed, blobs }: ResourceOptions): FetchUrl {
  return async (url, options) => {
    if (!/^s3:/i.test(url)) return await fetchUrl(url, options)
    const { bucket, key } = parseS3Address(url)
    const address = `s3://${bucket}/${key}`
    if (isBelow(address, blobs)) {
      throw new CountersignError(
        'forbidden',
        `${address} is one of Countersign's own files. Ingest the document from where it came from.`,
        { address },
      )
    }
    if (allowed.length > 0 && !allowed.some((place) => isBelow(address, place))) {
      throw new CountersignError('forbidden', `${address} is not below one of COUNTERSIGN_S3_SOURCES (${allowed.join(', ')}).`, { address })
    }
    return { bytes: await readS3Object(address, options), name: key.split('/').at(-1)?.slice(0, 200) ?? key, url: address }
  }
}

/** Whether an address lies in a bucket, or below a folder of it. */
function isBelow(address: string, place: string): boolean {
  const folder = place.replace(/\/+$/, '').toLowerCase()
  return /^s3:\/\//.test(folder) && address.toLowerCase().startsWith(`${folder}/`)
}
