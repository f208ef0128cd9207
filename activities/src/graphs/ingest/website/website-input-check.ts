import { CountersignError } from '@countersign/workflows/contract'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/** Checks that there is an address to crawl, or a website that was crawled before; a crawl of an earlier try is forgotten. */
export async function websiteInputCheck({ url_resource, hash, name }: IngestStateType): Promise<IngestUpdate> {
  if (url_resource === null && !hash) throw new CountersignError('invalid_input', `${name} is no website: it has no address.`)
  if (url_resource !== null && !/^https?:/.test(url_resource)) {
    throw new CountersignError('kind_mismatch', `${url_resource} is no address of a website: it begins with http:// or https://.`)
  }
  return { error: null, crawl: null }
}
