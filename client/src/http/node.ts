import { readSource } from '../read-source.ts'
import type { CountersignClient } from '../types.ts'
import { createHttpClient } from './create-http-client.ts'
import type { HttpOptions } from './transport.ts'

/** As `createHttpClient`, in Node: `ingest({path})` reads the file here and sends its bytes. */
export function createNodeHttpClient({ maxBytes, ...options }: Omit<HttpOptions, 'readPath'> & { maxBytes: number }): CountersignClient {
  return createHttpClient({ ...options, readPath: (path) => readSource(path, maxBytes) })
}
