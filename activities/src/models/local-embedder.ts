import { access } from 'node:fs/promises'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'
import { startThread, type Thread, ThreadError, ThreadTimeout } from '../threads/ask-thread.ts'
import type { Embedder } from './embedder.ts'
import type { LocalReply, LocalRequest } from './local-protocol.ts'

export interface LocalEmbedderOptions {
  /** Holds `model.onnx`, `tokenizer.json` and `tokenizer_config.json`. */
  folder: string
  threads?: number
  /** The model is unloaded after this long without work, in milliseconds. */
  idle?: number
}

const FILES = ['model.onnx', 'tokenizer.json', 'tokenizer_config.json']
const MAX_TOKENS = 256
const TIMEOUT_PER_TEXT = 5_000
const START_TIMEOUT = 60_000

/**
 * all-MiniLM-L6-v2 with 8-bit weights, on this machine's CPU: 384 numbers, English. Runs in a thread, so that the event loop stays
 * free; loaded on first use, unloaded when idle. Error `model_missing` where its files are not.
 */
export function createLocalEmbedder({ folder, threads = 2, idle = 5 * 60_000 }: LocalEmbedderOptions): Embedder {
  let thread: Thread<LocalRequest, LocalReply> | null = null
  let timer: NodeJS.Timeout | undefined
  let busy = 0
  const close = async () => {
    clearTimeout(timer)
    const ending = thread
    thread = null
    await ending?.end()
  }
  const embed = async (texts: readonly string[]): Promise<Float32Array[]> => {
    if (texts.length === 0) return []
    if (thread === null) await requireFiles(folder)
    thread ??= startThread({
      module: new URL('./local-thread.ts', import.meta.url),
      data: { folder, threads, maxTokens: MAX_TOKENS },
      memoryMegabytes: 1024,
    })
    clearTimeout(timer)
    busy += 1
    try {
      return await thread.ask({ texts: [...texts] }, START_TIMEOUT + busy * texts.length * TIMEOUT_PER_TEXT)
    } catch (error) {
      await close()
      throw modelFailed(error)
    } finally {
      busy -= 1
      if (busy === 0) timer = setTimeout(() => void close(), idle).unref()
    }
  }
  return { name: 'all-MiniLM-L6-v2-int8', dimension: 384, maxTokens: MAX_TOKENS, latinOnly: true, embed, close }
}

async function requireFiles(folder: string): Promise<void> {
  for (const file of FILES) {
    const missing = await access(path.join(folder, file)).then(
      () => false,
      () => true,
    )
    if (!missing) continue
    throw new CountersignError(
      'model_missing',
      `The local embedding model is not in ${folder} (no ${file}). Run \`countersign stack start\`, or set COUNTERSIGN_MODELS to its folder, or COUNTERSIGN_EMBEDDINGS to mistral or openai.`,
      { folder, file },
    )
  }
}

function modelFailed(error: unknown): unknown {
  if (!(error instanceof ThreadError) && !(error instanceof ThreadTimeout)) return error
  return new CountersignError('model_failed', `The local embedding model failed: ${error.message}`, {}, { cause: error })
}
