import { CountersignError } from '@countersign/workflows/contract'
import type { Embedder } from './embedder.ts'
import type { Extractor } from './extractor.ts'
import { createLlmExtractor } from './llm-extractor.ts'
import { createLocalEmbedder } from './local-embedder.ts'
import type { ModelsConfig } from './models-config.ts'
import { createOpenAiChat } from './openai-chat.ts'
import type { Endpoint } from './openai-client.ts'
import { createOpenAiEmbedder, type EmbeddingModel } from './openai-embedder.ts'
import { createRulesExtractor } from './rules/rules-extractor.ts'

export interface Models {
  extractor: Extractor
  embedder: Embedder
  close(): Promise<void>
}

const MISTRAL_URL = 'https://api.mistral.ai/v1'
const CHAT_TIMEOUT = 120_000
const EMBEDDING_TIMEOUT = 60_000
const EMBEDDING_MODELS: readonly EmbeddingModel[] = [
  { name: 'text-embedding-3-small', dimension: 1536, maxTokens: 8191 },
  { name: 'text-embedding-3-large', dimension: 3072, maxTokens: 8191 },
  { name: 'mistral-embed', dimension: 1024, maxTokens: 8192 },
]

/**
 * The models that a configuration names. Error `model_missing` for a key or a name that isn't set: what was asked for is never
 * replaced by something else. Connects to nothing and loads nothing yet.
 */
export function createModels(config: ModelsConfig): Models {
  const rules = createRulesExtractor()
  const extractor = config.extractor === 'rules' ? rules : createLlmExtractor(createChat(config), rules)
  const embedder =
    config.embeddings === 'local' ? createLocalEmbedder({ folder: config.localModel }) : createRemoteEmbedder(config, config.embeddings)
  return { extractor, embedder, close: () => embedder.close() }
}

function createChat(config: ModelsConfig) {
  // A base URL of one's own comes first: whoever sets it means it.
  const provider =
    config.openai.baseUrl === undefined && config.openai.apiKey === undefined && config.mistral.apiKey !== undefined ? 'mistral' : 'openai'
  const model = config.chatModel ?? (provider === 'mistral' ? 'mistral-small-latest' : undefined)
  if (model === undefined) {
    throw new CountersignError('model_missing', 'COUNTERSIGN_EXTRACTOR=llm needs the name of a chat model: set COUNTERSIGN_CHAT_MODEL.')
  }
  return createOpenAiChat(endpointOf(config, provider, 'COUNTERSIGN_EXTRACTOR=llm', CHAT_TIMEOUT), model)
}

function createRemoteEmbedder(config: ModelsConfig, provider: 'openai' | 'mistral'): Embedder {
  const name = config.embeddingModel ?? (provider === 'mistral' ? 'mistral-embed' : 'text-embedding-3-small')
  const known = EMBEDDING_MODELS.find((model) => model.name === name)
  const dimension = config.embeddingDimension ?? known?.dimension
  if (dimension === undefined) {
    throw new CountersignError('model_missing', `The vectors of ${name} are of unknown length: set COUNTERSIGN_EMBEDDING_DIMENSION.`, {
      model: name,
    })
  }
  const endpoint = endpointOf(config, provider, `COUNTERSIGN_EMBEDDINGS=${provider}`, EMBEDDING_TIMEOUT)
  return createOpenAiEmbedder(endpoint, { name, dimension, maxTokens: known?.maxTokens ?? 512 })
}

function endpointOf(config: ModelsConfig, provider: 'openai' | 'mistral', wanted: string, timeout: number): Endpoint {
  const { baseUrl, apiKey } = provider === 'mistral' ? { baseUrl: MISTRAL_URL, apiKey: config.mistral.apiKey } : config.openai
  const variable = provider === 'mistral' ? 'MISTRAL_API_KEY' : 'OPENAI_API_KEY'
  // Servers of one's own often want no key, but the protocol has a place for one.
  if (apiKey === undefined && config.openai.baseUrl === undefined) {
    throw new CountersignError('model_missing', `${wanted} needs a key: set ${variable}.`, { variable })
  }
  return { provider, baseUrl, apiKey: apiKey ?? 'none', timeout }
}
