import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'

/** Name of the local model's folder, as set-up makes it. */
const LOCAL_MODEL = 'all-minilm-l6-v2'
const optional = z
  .string()
  .transform((value) => (value === '' ? undefined : value))
  .optional()

const modelsEnvironment = z.object({
  COUNTERSIGN_EXTRACTOR: z.enum(['rules', 'llm']).default('rules'),
  COUNTERSIGN_EMBEDDINGS: z.enum(['local', 'mistral', 'openai']).default('local'),
  COUNTERSIGN_CHAT_MODEL: optional,
  COUNTERSIGN_EMBEDDING_MODEL: optional,
  COUNTERSIGN_EMBEDDING_DIMENSION: z.coerce.number().int().min(1).max(16_000).optional(),
  COUNTERSIGN_MODELS: optional,
  COUNTERSIGN_CACHE: optional,
  XDG_CACHE_HOME: optional,
  OPENAI_BASE_URL: z.url().optional(),
  OPENAI_API_KEY: optional,
  MISTRAL_API_KEY: optional,
})

/** Which models to use and where they are. */
export interface ModelsConfig {
  extractor: 'rules' | 'llm'
  embeddings: 'local' | 'mistral' | 'openai'
  chatModel: string | undefined
  embeddingModel: string | undefined
  embeddingDimension: number | undefined
  /** Folder of the local embedding model. */
  localModel: string
  openai: { baseUrl: string | undefined; apiKey: string | undefined }
  mistral: { apiKey: string | undefined }
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
  return {
    extractor: values.COUNTERSIGN_EXTRACTOR,
    embeddings: values.COUNTERSIGN_EMBEDDINGS,
    chatModel: values.COUNTERSIGN_CHAT_MODEL,
    embeddingModel: values.COUNTERSIGN_EMBEDDING_MODEL,
    embeddingDimension: values.COUNTERSIGN_EMBEDDING_DIMENSION,
    localModel: path.join(modelsFolder(values), LOCAL_MODEL),
    openai: { baseUrl: values.OPENAI_BASE_URL, apiKey: values.OPENAI_API_KEY },
    mistral: { apiKey: values.MISTRAL_API_KEY },
  }
}

/** The folder named, else the first of set-up's cache folders that holds the model. */
function modelsFolder(values: z.infer<typeof modelsEnvironment>): string {
  if (values.COUNTERSIGN_MODELS !== undefined) return values.COUNTERSIGN_MODELS
  const own = path.join(values.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'countersign')
  const folders = [values.COUNTERSIGN_CACHE ?? own, '/var/cache/countersign'].map((folder) => path.join(folder, 'models'))
  return folders.find((folder) => existsSync(path.join(folder, LOCAL_MODEL))) ?? path.join(own, 'models')
}
