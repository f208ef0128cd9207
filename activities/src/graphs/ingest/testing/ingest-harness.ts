import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectDatabase, createBlobStore, detectKind, receiveDocument } from '@countersign/db'
import { type DocumentKind, type InputType, newDocumentId, newRunId } from '@countersign/workflows/contract'
import { MemorySaver } from '@langchain/langgraph'
import { createTestDatabase } from '../../../../../infra/test/database.ts'
import type { RunContext } from '../../../engine/run-context.ts'
import type { Embedder } from '../../../models/embedder.ts'
import { createRulesExtractor } from '../../../models/rules/rules-extractor.ts'
import { VOICE_FRAME, type VoiceDetector } from '../../../models/speech/voice-activity.ts'
import { CRAWL_LIMITS } from '../../../sources/website/crawl-limits.ts'
import { createYoutubeClient } from '../../../sources/youtube/youtube-client.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { createIngestGraph } from '../ingest-graph.ts'

export const TENANT = 'acme'

/** Counts letters: near texts get near vectors, and nothing has to be loaded. */
const letterEmbedder: Embedder = {
  name: 'letters',
  dimension: 26,
  maxTokens: 256,
  latinOnly: false,
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(26).fill(0.01)
      for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
        const at = letter.charCodeAt(0) - 97
        vector[at] = (vector[at] ?? 0) + 1
      }
      return vector
    }),
  close: async () => undefined,
}

/** Hears nobody. */
const deafVoice: VoiceDetector = {
  name: 'deaf',
  listen: async ({ samples, memory }) => ({
    chances: new Float32Array(Math.ceil(samples.length / VOICE_FRAME)),
    memory: memory ?? { state: new Float32Array(), context: new Float32Array() },
  }),
  close: async () => undefined,
}

/** The ingest graph under plain LangGraph, on a database and a blob folder of its own. */
export async function createIngestHarness() {
  const testDatabase = await createTestDatabase()
  const database = connectDatabase(testDatabase.url)
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-blobs-'))
  const deps: IngestDeps = {
    db: database.db,
    blobs: createBlobStore(folder),
    extractor: createRulesExtractor(),
    embedder: letterEmbedder,
    ocr: null,
    speech: null,
    voice: deafVoice,
    vision: null,
    chat: null,
    fetchUrl: () => Promise.reject(new Error('this test fetches nothing')),
    web: () => Promise.reject(new Error('this test fetches nothing')),
    crawl: { ...CRAWL_LIMITS, delay: 0 },
    openBrowser: null,
    youtube: createYoutubeClient({ ask: () => Promise.reject(new Error('this test fetches nothing')) }),
    maxBytes: 1e8,
    maxSeconds: 14_400,
    thresholds: {},
    maxRedos: 3,
    pdf: {},
    unseal: (_tenant, sealed) => sealed.replace(/^sealed:/, ''),
  }
  return {
    deps,
    graph: (more: Partial<IngestDeps> = {}) => createIngestGraph({ ...deps, ...more }).graph.compile({ checkpointer: new MemorySaver() }),
    /** What a run of a web address starts with. */
    address: (url: string, more: { claimed?: InputType; depth?: number } = {}) => {
      const run = newRunId()
      const given = { document: newDocumentId(), hash: null, name: 'given', kind: null, documentType: null, language: null }
      return {
        input: { ...given, source: url, url, ...more },
        run,
        config: { configurable: { thread_id: run, countersign: contextOf(run) } },
      }
    },
    /** Stores a file the way the door does, and answers what a run starts with. */
    receive: async (name: string, content: string | Uint8Array, more: { kind?: DocumentKind; uri?: string } = {}) => {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      const kind = more.kind ?? detectKind(bytes, name)
      const { hash } = await deps.blobs.put(bytes, 'text/plain')
      const uri = more.uri ?? `file:///${name}`
      const run = newRunId()
      const revision = { tenant: TENANT, hash, name, kind, bytes: bytes.byteLength, run }
      const { document } = await receiveDocument(deps.db, { ...revision, uri, mime: 'text/plain' })
      const input = { document, hash, name, kind, documentType: null, language: null, source: uri, url: null }
      return { input, document, run, config: { configurable: { thread_id: run, countersign: contextOf(run) } } }
    },
    close: async () => {
      await database.close()
      await testDatabase.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type IngestHarness = Awaited<ReturnType<typeof createIngestHarness>>

export function contextOf(run: string): RunContext {
  return {
    tenant: TENANT,
    run,
    checkpoint: 'checkpoint',
    task: 'task',
    node: 'node',
    attempt: 1,
    effectKey: `${run}/${randomUUID()}`,
    by: 'ann',
    document: null,
    sandbox: false,
    effect: (_name, _data, write) => write(),
    heartbeat: () => undefined,
    signal: new AbortController().signal,
  }
}
