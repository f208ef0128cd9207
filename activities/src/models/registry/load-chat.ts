import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'
import { countTokens } from '../../engine/token-usage.ts'
import { startProcess } from '../../threads/ask-process.ts'
import { ThreadError } from '../../threads/thread-reply.ts'
import type { ChatModel } from '../chat-model.ts'
import { answerFailed, parseAnswer } from '../parse-answer.ts'
import type { GgufReply, GgufRequest, GgufSettings } from './gguf-protocol.ts'
import type { Hosted, ModelHost } from './model-host.ts'
import { openModel } from './open-model.ts'

export interface LocalChatOptions {
  folder: string
  host: ModelHost
  /** Folder in which node-llama-cpp was installed. */
  runtime: string | undefined
  /** Threads of the CPU. */
  threads?: number
}

const MODULE = 'node_modules/node-llama-cpp/dist/index.js'
const PATIENCE = 10 * 60_000
const MEMORY_MEGABYTES = 512
const CONTEXT_TOKENS = 8192
/** Architectures whose GGUF files hold no model that answers. */
const MUTE = /bert|^t5encoder$|^clip$|^whisper$|^wavtokenizer/

/**
 * A chat model from a GGUF file on this machine's CPU, by llama.cpp in a process of its own; its answers are bound to the schema. Errors:
 * `model_missing` at once where its folder or node-llama-cpp is not there or the folder holds something else; `invalid_input` for a
 * question that is longer than the model's context.
 */
export function createLocalChat({ folder, host, runtime, threads = 2 }: LocalChatOptions): ChatModel {
  const { name } = openGguf(folder)
  const module = findRuntime(runtime)
  const hosted: Hosted<GgufRequest, GgufReply> = host.add({
    name: path.basename(folder),
    start: () => {
      const settings: GgufSettings = {
        file: path.join(folder, openGguf(folder).file),
        runtime: module,
        threads,
        contextTokens: CONTEXT_TOKENS,
      }
      return startProcess({
        module: new URL('./gguf-process.ts', import.meta.url),
        env: { COUNTERSIGN_MODEL: JSON.stringify(settings) },
        memoryMegabytes: MEMORY_MEGABYTES,
      })
    },
  })
  return {
    name,
    answer: async ({ system, user, schema, signal }) => {
      signal.throwIfAborted()
      const request = { system, user, schema: z.toJSONSchema(schema) }
      const { text, cutOff, tokens } = await hosted
        .ask(() => request, PATIENCE)
        .catch((error) => {
          throw tooLong(error, name)
        })
      countTokens(tokens)
      if (cutOff) throw answerFailed(name, 'its answer was cut off')
      return parseAnswer(text, schema, name)
    },
  }
}

function openGguf(folder: string): { name: string; file: string } {
  const { name, type, contents } = openModel(folder)
  const [first] = contents.gguf
  if (type !== 'gguf' || first === undefined) {
    const way = type === 'hf_causal_lm' ? 'Use its GGUF, or serve it with vLLM and set OPENAI_BASE_URL.' : 'Use a GGUF of a chat model.'
    throw new CountersignError('model_missing', `${name} in ${folder} is ${type}; chat models are read from gguf alone. ${way}`, {
      model: name,
      type,
    })
  }
  const { file, architecture } = first
  if (architecture !== null && !MUTE.test(architecture)) return { name, file }
  throw new CountersignError(
    'model_missing',
    `${file} in ${folder} is of the architecture ${architecture}, which answers nothing. Use a GGUF of a chat model.`,
    {
      model: name,
      architecture,
    },
  )
}

function findRuntime(folder: string | undefined): string {
  const module = folder === undefined ? undefined : path.resolve(folder, MODULE)
  if (module !== undefined && existsSync(module)) return pathToFileURL(module).href
  const where = folder === undefined ? 'COUNTERSIGN_LLAMA_CPP is not set' : `it is not in ${folder}`
  throw new CountersignError(
    'model_missing',
    `GGUF models are run by node-llama-cpp, and ${where}. Run \`npm install --prefix FOLDER --ignore-scripts node-llama-cpp@3.21.1\` and set COUNTERSIGN_LLAMA_CPP=FOLDER.`,
    { variable: 'COUNTERSIGN_LLAMA_CPP' },
  )
}

function tooLong(error: unknown, model: string): unknown {
  const cause = error instanceof CountersignError ? error.cause : undefined
  if (!(cause instanceof ThreadError) || cause.kind !== 'RangeError') return error
  return new CountersignError('invalid_input', `${model} cannot read this: ${cause.message}`, { model }, { cause })
}
