import { CountersignError } from '@countersign/workflows/contract'
import type { Embedder } from './embedder.ts'
import { endpointOf } from './endpoint-of.ts'
import type { ModelsConfig } from './models-config.ts'
import { createOpenAiEmbedder, type EmbeddingModel } from './openai-embedder.ts'
import { createLocalEmbedder } from './registry/load-encoder.ts'
import type { ModelHost } from './registry/model-host.ts'

const TIMEOUT = 60_000
/** What set-up installs; its vectors were made under this name before models had manifests. */
const USUAL = { folder: 'all-minilm-l6-v2', known: { name: 'all-MiniLM-L6-v2-int8', dimension: 384, maxTokens: 256, latinOnly: true } }
const REMOTE: readonly EmbeddingModel[] = [
  { name: 'text-embedding-3-small', dimension: 1536, maxTokens: 8191 },
  { name: 'text-embedding-3-large', dimension: 3072, maxTokens: 8191 },
  { name: 'mistral-embed', dimension: 1024, maxTokens: 8192 },
]

/** The embedder that a configuration names. Error `model_missing` for a key, a length or an installed model that isn't there. */
export function createEmbedder(config: ModelsConfig, host: ModelHost): Embedder {
  const { embeddings, embeddingModel, modelFolder } = config
  if (embeddings !== 'local') return createRemoteEmbedder(config, embeddings)
  if (embeddingModel === undefined || embeddingModel === USUAL.folder) {
    return createLocalEmbedder({ folder: modelFolder(USUAL.folder), host, known: USUAL.known })
  }
  return createLocalEmbedder({ folder: modelFolder(embeddingModel), host })
}

function createRemoteEmbedder(config: ModelsConfig, provider: 'openai' | 'mistral'): Embedder {
  const name = config.embeddingModel ?? (provider === 'mistral' ? 'mistral-embed' : 'text-embedding-3-small')
  const known = REMOTE.find((model) => model.name === name)
  const dimension = config.embeddingDimension ?? known?.dimension
  if (dimension === undefined) {
    throw new CountersignError('model_missing', `The vectors of ${name} are of unknown length: set COUNTERSIGN_EMBEDDING_DIMENSION.`, {
      model: name,
    })
  }
  const endpoint = endpointOf(config, provider, `COUNTERSIGN_EMBEDDINGS=${provider}`, TIMEOUT)
  return createOpenAiEmbedder(endpoint, { name, dimension, maxTokens: known?.maxTokens ?? 512 })
}
