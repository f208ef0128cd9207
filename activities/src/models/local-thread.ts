import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { workerData } from 'node:worker_threads'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { serveThread } from '../threads/serve-thread.ts'
import type { LocalReply, LocalRequest, LocalThreadData } from './local-protocol.ts'

const { folder, threads, maxTokens }: LocalThreadData = workerData
const model = load()
// Its failure is told to whoever asks first.
model.catch(() => undefined)

serveThread<LocalRequest, LocalReply>(async ({ texts }) => {
  const vectors: Float32Array[] = []
  // One at a time: padding makes batches slower on a CPU, and memory grows with them.
  for (const text of texts) vectors.push(await embed(text))
  return { value: vectors, transfer: vectors.map((vector) => vector.buffer).filter((buffer) => buffer instanceof ArrayBuffer) }
})

async function load(): Promise<{ tokenizer: Tokenizer; session: InferenceSession }> {
  const json = async (name: string): Promise<object> => JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  const tokenizer = new Tokenizer(await json('tokenizer.json'), await json('tokenizer_config.json'))
  const session = await InferenceSession.create(path.join(folder, 'model.onnx'), {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena keeps what the longest text needed for ever.
    enableCpuMemArena: false,
    enableMemPattern: false,
  })
  return { tokenizer, session }
}

/** Mean of the token vectors, normalised: how sentence-transformers pools this model. */
async function embed(text: string): Promise<Float32Array> {
  const { tokenizer, session } = await model
  const ids = shorten(tokenizer.encode(text).ids)
  const feeds: Record<string, BigInt64Array> = {
    input_ids: BigInt64Array.from(ids, BigInt),
    attention_mask: new BigInt64Array(ids.length).fill(1n),
    token_type_ids: new BigInt64Array(ids.length),
  }
  const tensors = session.inputNames.map((name) => [
    name,
    new Tensor('int64', feeds[name] ?? new BigInt64Array(ids.length), [1, ids.length]),
  ])
  const output = (await session.run(Object.fromEntries(tensors)))[session.outputNames[0] ?? '']
  if (output === undefined || !(output.data instanceof Float32Array)) throw new Error('The model gave no vectors.')
  return meanOfRows(output.data, ids.length)
}

/** Cut at the limit, with the closing token kept. */
function shorten(ids: readonly number[]): readonly number[] {
  return ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)] : ids
}

function meanOfRows(data: Float32Array, rows: number): Float32Array {
  const dimension = data.length / rows
  const mean = new Float32Array(dimension)
  for (const [at, value] of data.entries()) mean[at % dimension] = (mean[at % dimension] ?? 0) + value
  const length = Math.hypot(...mean) || 1
  return mean.map((value) => value / length)
}
