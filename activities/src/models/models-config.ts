import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'

const optional = z
  .string()
  .transform((value) => (value === '' ? undefined : value))
  .optional()

const modelsEnvironment = z.object({
  COUNTERSIGN_EXTRACTOR: z.enum(['rules', 'llm']).default('rules'),
  COUNTERSIGN_EMBEDDINGS: z.enum(['local', 'mistral', 'openai']).default('local'),
  COUNTERSIGN_OCR: z.enum(['local', 'mistral', 'none']).default('local'),
  COUNTERSIGN_SPEECH: z.enum(['local', 'openai', 'mistral', 'none']).default('local'),
  COUNTERSIGN_CHAT: z.enum(['local', 'mistral', 'openai']).optional(),
  COUNTERSIGN_CHAT_MODEL: optional,
  COUNTERSIGN_LLAMA_CPP: optional,
  COUNTERSIGN_VISION_MODEL: optional,
  COUNTERSIGN_OCR_MODEL: optional,
  COUNTERSIGN_SPEECH_MODEL: optional,
  COUNTERSIGN_RERANKER: optional,
  COUNTERSIGN_EMBEDDING_MODEL: optional,
  COUNTERSIGN_EMBEDDING_DIMENSION: z.coerce.number().int().min(1).max(16_000).optional(),
  COUNTERSIGN_MODELS: optional,
  COUNTERSIGN_MODEL_IDLE_SECONDS: z.coerce.number().int().min(1).max(2_000_000).default(300),
  COUNTERSIGN_CACHE: optional,
  XDG_CACHE_HOME: optional,
  OPENAI_BASE_URL: z.url().optional(),
  OPENAI_API_KEY: optional,
  MISTRAL_BASE_URL: z.url().default('https://api.mistral.ai/v1'),
  MISTRAL_API_KEY: optional,
})

/** Which models to use and where they are. */
export interface ModelsConfig {
  extractor: 'rules' | 'llm'
  embeddings: 'local' | 'mistral' | 'openai'
  ocr: 'local' | 'mistral' | 'none'
  speech: 'local' | 'openai' | 'mistral' | 'none'
  /** Undefined: the server whose key or address is set. */
  chat: 'local' | 'mistral' | 'openai' | undefined
  /** Name of an installed GGUF where `chat` is local. */
  chatModel: string | undefined
  /** Folder in which node-llama-cpp was installed. */
  llamaCpp: string | undefined
  visionModel: string | undefined
  ocrModel: string | undefined
  speechModel: string | undefined
  /** Name of an installed cross-encoder. */
  reranker: string | undefined
  /** Name of an installed model where embeddings are local. */
  embeddingModel: string | undefined
  embeddingDimension: number | undefined
  /** Where an installed model's folder is, or would be. */
  modelFolder(name: string): string
  /** Milliseconds without work after which a local model is unloaded. */
  idle: number
  openai: { baseUrl: string | undefined; apiKey: string | undefined }
  mistral: { baseUrl: string; apiKey: string | undefined }
}

/** Reads the models' part of the environment. Error `invalid_input` that names the variable. Opens nothing. */
export function readModelsConfig(env: Readonly<Record<string, string | undefined>>): ModelsConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = modelsEnvironment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new CountersignError('invalid_input', `${issue?.path.join('.')}: ${issue?.message}.`, { variable: String(issue?.path[0]) })
  }
  const values = parsed.data
  const folders = modelsFolders(values)
  return {
    extractor: values.COUNTERSIGN_EXTRACTOR,
    embeddings: values.COUNTERSIGN_EMBEDDINGS,
    ocr: values.COUNTERSIGN_OCR,
    speech: values.COUNTERSIGN_SPEECH,
    chat: values.COUNTERSIGN_CHAT,
    llamaCpp: values.COUNTERSIGN_LLAMA_CPP,
    chatModel: values.COUNTERSIGN_CHAT_MODEL,
    visionModel: values.COUNTERSIGN_VISION_MODEL,
    ocrModel: values.COUNTERSIGN_OCR_MODEL,
    speechModel: values.COUNTERSIGN_SPEECH_MODEL,
    reranker: values.COUNTERSIGN_RERANKER,
    embeddingModel: values.COUNTERSIGN_EMBEDDING_MODEL,
    embeddingDimension: values.COUNTERSIGN_EMBEDDING_DIMENSION,
    modelFolder: (name) => path.join(folders.find((folder) => existsSync(path.join(folder, name))) ?? folders[0] ?? '', name),
    idle: values.COUNTERSIGN_MODEL_IDLE_SECONDS * 1000,
    openai: { baseUrl: values.OPENAI_BASE_URL, apiKey: values.OPENAI_API_KEY },
    mistral: { baseUrl: values.MISTRAL_BASE_URL, apiKey: values.MISTRAL_API_KEY },
  }
}

/** The folder named, else set-up's cache folders: the user's own, and root's. */
function modelsFolders(values: z.infer<typeof modelsEnvironment>): string[] {
  if (values.COUNTERSIGN_MODELS !== undefined) return [values.COUNTERSIGN_MODELS]
  const own = path.join(values.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'countersign')
  return [values.COUNTERSIGN_CACHE ?? own, '/var/cache/countersign'].map((folder) => path.join(folder, 'models'))
}
