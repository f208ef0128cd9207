import { CountersignError } from '@countersign/workflows/contract'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/** Checks that there is an address to crawl; a crawl of an earlier try is forgotten. */
export async function websiteInputCheck({ url_resource, name }: IngestStateType): Promise<IngestUpdate> {
  if (!url_resource) throw new CountersignError('invalid_input', `${name} is no website: it has no address.`)
  if (!/^https?:/.test(url_resource)) {
    throw new CountersignError('kind_mismatch', `${url_resource} is no address of a website: it begins with http:// or https://.`)
  }
  return { error: null, crawl: null }
}
