import { detectKind, mimeOfKind, receiveDocument, recordFile, savePage } from '@countersign/db'
import { CountersignError, type DocumentKind } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { type RunContext, runContext } from '../../engine/run-context.ts'
import { openSource } from '../../sources/open-source.ts'
import type { SourcePage } from '../../sources/source-page.ts'
import type { IngestDeps } from './ingest-deps.ts'
import type { IngestStateType, IngestUpdate } from './state.ts'

interface Received {
  document: string
  hash: string
  name: string
  kind: DocumentKind
  bytes: Uint8Array
}

/**
 * Reads the file (fetching it first where only a URL is known) and stores its pages with their pictures, keyed by document and
 * content hash, so that doing it again changes nothing. Errors: those of the readers, `too_large`, `no_text`.
 */
export function createLoad(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const file = await receive(deps, state, context)
    if (file.bytes.byteLength > deps.maxBytes) throw tooLarge(file.name, file.bytes.byteLength, deps.maxBytes)
    const source = await openSource(file.kind, file.bytes, deps.pdf)
    const picturePages: number[] = []
    let hasText = false
    try {
      for await (const page of source.pages()) {
        context.signal.throwIfAborted()
        await store(deps, context.tenant, file, page)
        if (page.pictureOnly) picturePages.push(page.page)
        hasText ||= /[\p{L}\p{N}]/u.test(page.text)
        context.heartbeat({ page: page.page, of: source.pageCount })
      }
    } finally {
      await source.close()
    }
    if (!hasText) throw noText(file, picturePages.length > 0)
    const { document, hash, name, kind } = file
    return { document, hash, name, kind, title: source.title, pages: source.pageCount, picturePages }
  }
}

async function receive(deps: IngestDeps, state: IngestStateType, context: RunContext): Promise<Received> {
  if (state.document && state.hash) {
    const bytes = await deps.blobs.get(state.hash)
    return { document: state.document, hash: state.hash, name: state.name, kind: state.kind ?? detectKind(bytes, state.name), bytes }
  }
  if (!state.url) throw new CountersignError('invalid_input', 'An ingest run needs the hash of a stored file, or a url.')
  const fetched = await deps.fetchUrl(state.url, { maxBytes: deps.maxBytes, signal: context.signal })
  const name = state.name || fetched.name
  const kind = detectKind(fetched.bytes, fetched.name)
  const mime = mimeOfKind(kind)
  const { hash, bytes } = await deps.blobs.put(fetched.bytes, mime)
  const revision = { tenant: context.tenant, hash, name, kind, bytes, run: context.run }
  const { document } = await receiveDocument(deps.db, { ...revision, uri: state.source || state.url, mime, promised: state.document })
  return { document, hash, name, kind, bytes: fetched.bytes }
}

async function store(deps: IngestDeps, tenant: string, file: Received, page: SourcePage): Promise<void> {
  const { picture, width, height, text, lines, facts } = page
  const image = picture === null ? null : await deps.blobs.put(picture.bytes, picture.mime)
  if (picture !== null && image !== null) await recordFile(deps.db, { tenant, hash: image.hash, mime: picture.mime, bytes: image.bytes })
  await savePage(deps.db, {
    tenant,
    document: file.document,
    hash: file.hash,
    page: page.page,
    width,
    height,
    image: image?.hash ?? null,
    imageType: picture?.mime ?? null,
    text,
    lines,
    facts,
  })
}

function tooLarge(name: string, bytes: number, limit: number): CountersignError {
  const size = (value: number): string => `${(value / 1024 / 1024).toFixed(1)} MB`
  return new CountersignError('too_large', `${name} has ${size(bytes)}; the limit is ${size(limit)} (COUNTERSIGN_MAX_BYTES).`, {
    bytes,
    limit,
  })
}

function noText(file: Received, pictures: boolean): CountersignError {
  const why = pictures
    ? 'its pages are pictures without a text layer. Reading pictures (OCR) is not part of this version: make the PDF searchable and ingest it again.'
    : 'nothing is written in it. Check how the file was made.'
  return new CountersignError('no_text', `${file.name} holds no text: ${why}`, { document: file.document })
}
