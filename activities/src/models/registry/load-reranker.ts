import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'
import { startProcess } from '../../threads/ask-process.ts'
import type { Reranker } from '../reranker.ts'
import { findWeights, positions } from './encoder-facts.ts'
import type { CrossEncoderReply, CrossEncoderRequest, CrossEncoderSettings } from './encoder-protocol.ts'
import type { Hosted, ModelHost } from './model-host.ts'
import { type OpenedModel, openModel } from './open-model.ts'

const TIMEOUT_PER_TEXT = 5_000
const MEMORY_MEGABYTES = 1024

/**
 * A reranker of a `cross_encoder` in ONNX on this machine's CPU, in a process of its own. Error `model_missing` at once where its folder
 * is not there or holds something else.
 */
export function createLocalReranker({ folder, host, threads = 2 }: { folder: string; host: ModelHost; threads?: number }): Reranker {
  const { name } = openCrossEncoder(folder)
  const hosted: Hosted<CrossEncoderRequest, CrossEncoderReply> = host.add({
    name: path.basename(folder),
    start: () => {
      const model = openCrossEncoder(folder)
      const maxTokens = model.contents.config === null ? 512 : positions(model.contents.config)
      const settings: CrossEncoderSettings = { folder, onnx: findWeights(model), threads, maxTokens }
      return startProcess({
        module: new URL('./cross-encoder-process.ts', import.meta.url),
        env: { COUNTERSIGN_MODEL: JSON.stringify(settings) },
        memoryMegabytes: MEMORY_MEGABYTES,
      })
    },
  })
  return {
    name,
    score: async ({ query, texts }) =>
      texts.length === 0 ? [] : hosted.ask(() => ({ query, texts: [...texts] }), texts.length * TIMEOUT_PER_TEXT),
  }
}

function openCrossEncoder(folder: string): OpenedModel {
  const model = openModel(folder)
  if (model.type === 'cross_encoder') return model
  throw new CountersignError('model_missing', `${model.name} in ${folder} is ${model.type}: it ranks nothing. Use a cross_encoder.`, {
    model: model.name,
    type: model.type,
  })
}
