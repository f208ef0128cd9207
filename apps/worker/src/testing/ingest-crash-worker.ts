import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createIngestGraph, createModels, type Embedder, readIngestSettings, readModelsConfig } from '@countersign/activities'
import { type BlobStore, connectDatabase, createBlobStore } from '@countersign/db'
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker'
import { pino } from 'pino'
import { z } from 'zod'
import { connectEngine } from '../connect-engine.ts'
import { createEngineWorker } from '../engine-worker.ts'

/**
 * A worker that takes documents in, and dies on request. It loads, says `loaded`, and waits for a line that says where to work. It tells
 * each page picture that it stores as `page <hash>`, every hundredth with its memory as `memory <megabytes>`.
 */
const orderSchema = z.object({
  databaseUrl: z.string(),
  address: z.string(),
  taskQueue: z.string(),
  codePath: z.string(),
  blobs: z.string(),
})

const tell = (line: string) => process.stdout.write(`${line}\n`)

/** Every text means the same: what is tested is the way there. */
const embedder: Embedder = {
  name: 'flat',
  dimension: 4,
  maxTokens: 256,
  latinOnly: false,
  embed: async (texts) => texts.map(() => new Float32Array([1, 0, 0, 0])),
  close: async () => undefined,
}

async function work({ databaseUrl, address, taskQueue, codePath, blobs: folder }: z.infer<typeof orderSchema>): Promise<void> {
  const models = createModels(readModelsConfig({}))
  const files = createBlobStore(folder)
  let pages = 0
  const blobs: BlobStore = {
    ...files,
    put: async (bytes, mime) => {
      const put = await files.put(bytes, mime)
      tell(`page ${put.hash}`)
      pages += 1
      if (pages % 100 === 0) tell(`memory ${Math.round(process.memoryUsage.rss() / 1e6)}`)
      return put
    },
  }
  const ingest = createIngestGraph({
    ...readIngestSettings({}),
    db: connectDatabase(databaseUrl).db,
    blobs,
    maxBytes: 1e9,
    extractor: models.extractor,
    embedder,
    ocr: null,
    speech: null,
    voice: models.voice,
    vision: null,
    chat: null,
    unseal: (_tenant, sealed) => sealed,
  })
  const engine = connectEngine({ databaseUrl, graphs: [ingest], log: pino({ level: 'silent' }) })
  const connection = await NativeConnection.connect({ address })
  const worker = await createEngineWorker({
    connection,
    namespace: 'default',
    bundle: { codePath },
    deps: engine.deps,
    taskQueue,
    concurrency: 2,
  })
  await worker.run()
}

Runtime.install({ logger: new DefaultLogger('ERROR') })
const lines = createInterface({ input: process.stdin })
tell('loaded')
const [line] = await once(lines, 'line')
await work(orderSchema.parse(JSON.parse(String(line))))
