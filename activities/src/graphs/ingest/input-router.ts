import { checkClaim, detectType } from '@countersign/db'
import { CountersignError, type DocumentKind, type InputType, inputTypeOf } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { type RunContext, runContext } from '../../engine/run-context.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { receiveFetched } from './receive-fetched.ts'
import type { IngestStateType, IngestUpdate } from './state.ts'

const YOUTUBE = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/

/**
 * Finds out what a resource is, by its content, and so which branch reads it; fetches it first where only an address is known. A
 * website and a video are fetched by their own branches. Errors: those of fetching, `empty_file`, `unsupported_type`, `too_large`,
 * `kind_mismatch` where the caller named another kind.
 */
export function createInputRouter(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const found = await route(deps, state, runContext(config))
    return { ...found, started: Date.now(), title: null, error: null }
  }
}

interface Found {
  input_type: InputType
  kind: DocumentKind
  document: string | null
  hash: string | null
  name: string
  url_resource: string | null
}

async function route(deps: IngestDeps, state: IngestStateType, context: RunContext): Promise<Found> {
  const { document, hash, name, url } = state
  if (document && hash) {
    const bytes = await deps.blobs.get(hash)
    if (bytes.byteLength > deps.maxBytes) throw tooLarge(name, bytes.byteLength, deps.maxBytes)
    const { kind } = checkClaim(detectType(bytes, name), state.claimed ?? state.kind ?? null, name)
    return { input_type: inputTypeOf(kind), kind, document, hash, name, url_resource: null }
  }
  if (!url) throw new CountersignError('invalid_input', 'An ingest run needs the hash of a stored file, or a url.')
  const fetchedLater = fetchedByBranch(state, url)
  if (fetchedLater) {
    checkAddress(state, fetchedLater, url)
    return { input_type: fetchedLater, kind: fetchedLater, document, hash: null, name, url_resource: url }
  }
  return await fetchFile(deps, state, url, context)
}

/** Which branch fetches an address by itself: YouTube's by its host, a website where the caller says so or wants links followed. */
function fetchedByBranch({ claimed, depth }: IngestStateType, url: string): 'youtube' | 'website' | null {
  const { hostname, protocol } = new URL(url)
  if (YOUTUBE.test(hostname)) return 'youtube'
  if (claimed === 'youtube') {
    throw new CountersignError('kind_mismatch', `${url} was said to be a YouTube video; ${hostname} is not YouTube.`, { url, claimed })
  }
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && (claimed === 'website' || (depth ?? 0) > 0) ? 'website' : null
}

async function fetchFile(deps: IngestDeps, state: IngestStateType, url: string, context: RunContext): Promise<Found> {
  const fetched = await deps.fetchUrl(url, { maxBytes: deps.maxBytes, signal: context.signal })
  const name = state.name || fetched.name
  const { kind, mime } = checkClaim(detectType(fetched.bytes, fetched.name), state.claimed ?? null, name)
  const { hash, bytes } = await deps.blobs.put(fetched.bytes, mime)
  const { document } = await receiveFetched(deps, context, {
    hash,
    name,
    kind,
    bytes,
    uri: state.source || url,
    mime,
    promised: state.document,
  })
  return { input_type: inputTypeOf(kind), kind, document, hash, name, url_resource: fetched.url }
}

/** A wrong claim is an error that names both: whoever made it may have taken the wrong address. */
function checkAddress({ claimed }: IngestStateType, kind: 'youtube' | 'website', url: string): void {
  if (!claimed || claimed === kind) return
  const what = kind === 'youtube' ? 'a YouTube video' : 'a website whose links are followed'
  throw new CountersignError('kind_mismatch', `${url} is said to be of the kind "${claimed}", but it is ${what}. Leave the kind out.`, {
    claimed,
    kind,
  })
}

function tooLarge(name: string, bytes: number, limit: number): CountersignError {
  const size = (value: number): string => `${(value / 1024 / 1024).toFixed(1)} MB`
  return new CountersignError('too_large', `${name} has ${size(bytes)}; the limit is ${size(limit)} (COUNTERSIGN_MAX_BYTES).`, {
    bytes,
    limit,
  })
}
