import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'

export interface OnnxEncoderOptions {
  folder: string
  onnx: string
  threads: number
  maxTokens: number
}

/** A model and its tokenizer, inside a thread. */
export interface OnnxEncoder {
  /** What the model gives for one text, or for a pair of them; cut at the limit of tokens. */
  run(text: string, pair?: string): Promise<{ values: Float32Array; tokens: number }>
}

/** Loads an encoder in ONNX. Throws where its files are damaged. */
export async function loadOnnxEncoder({ folder, onnx, threads, maxTokens }: OnnxEncoderOptions): Promise<OnnxEncoder> {
  const json = async (name: string): Promise<object> => JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  const settings = existsSync(path.join(folder, 'tokenizer_config.json')) ? await json('tokenizer_config.json') : {}
  const tokenizer = new Tokenizer(await json('tokenizer.json'), settings)
  const session = await InferenceSession.create(path.join(folder, onnx), {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena keeps what the longest text needed for ever.
    enableCpuMemArena: false,
    enableMemPattern: false,
  })
  return {
    run: async (text, pair) => {
      const encoded = tokenizer.encode(text, { text_pair: pair ?? null, return_token_type_ids: true })
      const ids = shorten(encoded.ids, maxTokens)
      const types = shorten(encoded.token_type_ids ?? [], maxTokens)
      const output = (await session.run(feedsOf(session, ids, types)))[session.outputNames[0] ?? '']
      if (output === undefined || !(output.data instanceof Float32Array)) throw new Error('The model gave no numbers.')
      return { values: output.data, tokens: ids.length }
    },
  }
}

function feedsOf(session: InferenceSession, ids: readonly number[], types: readonly number[]): Record<string, Tensor> {
  const feeds: Record<string, BigInt64Array> = {
    input_ids: BigInt64Array.from(ids, BigInt),
    attention_mask: new BigInt64Array(ids.length).fill(1n),
    token_type_ids: BigInt64Array.from(ids, (_, at) => BigInt(types[at] ?? 0)),
  }
  const entries = session.inputNames.map((name) => {
    const feed = feeds[name]
    if (feed === undefined) throw new Error(`The model wants an input "${name}", which is not known here.`)
    return [name, new Tensor('int64', feed, [1, ids.length])] as const
  })
  return Object.fromEntries(entries)
}

/** Cut at the limit, with the closing token kept. */
function shorten(ids: readonly number[], maxTokens: number): readonly number[] {
  return ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)] : ids
}
