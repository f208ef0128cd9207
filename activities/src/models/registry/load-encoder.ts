import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'
import { startProcess } from '../../threads/ask-process.ts'
import type { Embedder } from '../embedder.ts'
import { type EncoderFacts, encoderFacts } from './encoder-facts.ts'
import type { EncoderReply, EncoderRequest, EncoderSettings } from './encoder-protocol.ts'
import type { Hosted, ModelHost } from './model-host.ts'
import { type OpenedModel, openModel } from './open-model.ts'

export interface EncoderOptions {
  folder: string
  host: ModelHost
  /** Threads of the CPU. */
  threads?: number
  /** What is known of the model without looking, so that its folder need not be there before its first use. */
  known?: Pick<Embedder, 'name' | 'dimension' | 'maxTokens' | 'latinOnly'>
}

const TIMEOUT_PER_TEXT = 5_000
const MEMORY_MEGABYTES = 1024

/**
 * An embedder of a model on this machine's CPU, in a process of its own: a `sentence_transformer`, or a bare `hf_encoder`, in ONNX. What
 * there is to know of it comes from its files. Error `model_missing`, at once or (where it is `known`) on first use: see {@link openModel}.
 */
export function createLocalEmbedder({ folder, host, threads = 2, known }: EncoderOptions): Embedder {
  let prefixes: EncoderFacts['prefixes'] = { query: '', document: '' }
  const open = () => {
    const model = openEncoder(folder)
    const facts = encoderFacts(model)
    prefixes = facts.prefixes
    return { ...facts, name: model.name }
  }
  const { name, dimension, maxTokens, latinOnly } = known ?? open()
  const hosted: Hosted<EncoderRequest, EncoderReply> = host.add({
    name: path.basename(folder),
    start: () => {
      const facts = open()
      if (facts.dimension !== dimension) throw changed(folder, dimension, facts.dimension)
      const { onnx, pooling } = facts
      const settings: EncoderSettings = { folder, onnx, threads, maxTokens, pooling, dimension }
      return startProcess({
        module: new URL('./encoder-process.ts', import.meta.url),
        env: { COUNTERSIGN_MODEL: JSON.stringify(settings) },
        memoryMegabytes: MEMORY_MEGABYTES,
      })
    },
  })
  const embed: Embedder['embed'] = async (texts, use) => {
    if (texts.length === 0) return []
    const withPrefix = () => ({ texts: texts.map((text) => `${prefixes[use]}${text}`) })
    return hosted.ask(withPrefix, texts.length * TIMEOUT_PER_TEXT)
  }
  return { name, dimension, maxTokens, latinOnly, embed, close: hosted.unload }
}

function openEncoder(folder: string): OpenedModel {
  const model = openModel(folder)
  if (model.type === 'sentence_transformer' || model.type === 'hf_encoder') return model
  throw new CountersignError(
    'model_missing',
    `${model.name} in ${folder} is ${model.type}: it makes no embeddings. Use a sentence_transformer or an hf_encoder.`,
    { model: model.name, type: model.type },
  )
}

function changed(folder: string, expected: number, found: number): CountersignError {
  return new CountersignError(
    'dimension_mismatch',
    `The model in ${folder} gives ${found} numbers per vector, ${expected} were expected.`,
    {
      folder,
      dimension: found,
    },
  )
}
