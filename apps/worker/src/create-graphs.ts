import {
  createBatchActivities,
  createIngestGraph,
  createModels,
  createRetrievalActivities,
  createReviewActivities,
  readIngestSettings,
  readModelsConfig,
} from '@countersign/activities'
import type { GraphDefinition } from '@countersign/activities/engine'
import { createClient, installationSeal } from '@countersign/client'
import { connectDatabase, createBlobStore, noteFiles } from '@countersign/db'
import type { WorkerEnvironment } from './worker-environment.ts'

export interface ComposedGraphs {
  graphs: GraphDefinition[]
  /** Activities beside the nodes. */
  activities: object
  close(): Promise<void>
}

/** Composes the graphs of this worker from its environment: database, files, models. Nothing is connected or loaded yet. */
export function createGraphs(environment: WorkerEnvironment, env: NodeJS.ProcessEnv): ComposedGraphs {
  const database = connectDatabase(environment.databaseUrl)
  const models = createModels(readModelsConfig(env))
  const { db } = database
  const blobs = noteFiles(createBlobStore(environment.blobs), db)
  const ingest = createIngestGraph({
    ...readIngestSettings(env),
    db,
    blobs,
    maxBytes: environment.maxBytes,
    extractor: models.extractor,
    embedder: models.embedder,
    ocr: models.ocr,
    speech: models.speech,
    voice: models.voice,
    vision: models.vision,
    chat: models.chat,
    unseal: installationSeal(environment).unseal,
  })
  const client = createClient(environment)
  return {
    graphs: [ingest],
    activities: {
      ...createRetrievalActivities({ db, embedder: models.embedder }),
      ...createReviewActivities({ db }),
      ...createBatchActivities({ db, decide: (actor, input) => client.as(actor).decide(input) }),
    },
    close: async () => {
      await client.close()
      await models.close()
      await database.close()
    },
  }
}
