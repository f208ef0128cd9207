import { createWriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LocalStackError } from '../errors.mjs'
import { melFilters } from './mel-filters.mjs'
import { readCTranslate2, toFloat32 } from './read-ctranslate2.mjs'

/** @typedef {import('./read-ctranslate2.mjs').Variable} Variable */

const GGML_MAGIC = 0x67676d6c
const FLOAT16 = 1
const FLOAT32 = 0

/**
 * Makes `ggml-model.bin`, which whisper.cpp reads, of Whisper's weights as CTranslate2 keeps them: `model.bin` (or its parts
 * `model.bin.part1`, …) with `tokenizer.json`. The numbers stay the same 16-bit ones; only their order and names change.
 * Layout: whisper.cpp, models/convert-pt-to-ggml.py.
 * @type {import('./conversions.mjs').Conversion}
 */
export async function whisperToGgml({ from, to }) {
  const weights = readCTranslate2(await readParts(from))
  const tokenizer = JSON.parse(await readFile(join(from, 'tokenizer.json'), 'utf8'))
  await pipeline(Readable.from(ggml(weights, tokenizer)), createWriteStream(join(to, 'ggml-model.bin')))
}

/** @param {string} folder */
async function readParts(folder) {
  const names = (await readdir(folder)).filter((name) => name.startsWith('model.bin')).sort()
  if (names.length === 0) throw new LocalStackError('files_missing', `There is no model.bin in ${folder}.`)
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
}

/**
 * @param {Map<string, Variable>} weights
 * @param {{ added_tokens?: { id: number }[], model: { vocab: Record<string, number> } }} tokenizer
 */
function* ggml(weights, tokenizer) {
  const take = (/** @type {string} */ name) => {
    const found = weights.get(name)
    if (found === undefined) throw new LocalStackError('bad_archive', `The weights have no ${name}.`)
    return found
  }
  const embedding = take('decoder/embeddings/weight')
  const width = embedding.shape[1] ?? 0
  const heads = width / 64
  const audioPositions = take('encoder/position_encodings/encodings')
  const textPositions = take('decoder/position_encodings/encodings')
  const mels = take('encoder/conv1/weight').shape[1] ?? 0
  const layers = { encoder: countLayers(weights, 'encoder'), decoder: countLayers(weights, 'decoder') }
  yield ints(
    GGML_MAGIC,
    embedding.shape[0] ?? 0,
    audioPositions.shape[0] ?? 0,
    width,
    heads,
    layers.encoder,
    textPositions.shape[0] ?? 0,
    width,
    heads,
    layers.decoder,
    mels,
    FLOAT16,
  )
  const filters = melFilters(mels)
  yield ints(mels, filters.length / mels)
  yield Buffer.from(filters.buffer)
  yield* vocabulary(tokenizer)
  yield* tensor('encoder.positional_embedding', audioPositions)
  for (const conv of ['conv1', 'conv2']) {
    yield* tensor(`encoder.${conv}.weight`, take(`encoder/${conv}/weight`), { half: true })
    yield* tensor(`encoder.${conv}.bias`, take(`encoder/${conv}/bias`), { shape: [width, 1] })
  }
  yield* tensor('decoder.positional_embedding', textPositions)
  yield* tensor('decoder.token_embedding.weight', embedding, { half: true })
  yield* norm('encoder.ln_post', 'encoder/layer_norm', take)
  yield* norm('decoder.ln', 'decoder/layer_norm', take)
  for (const side of /** @type {const} */ (['encoder', 'decoder'])) {
    for (let layer = 0; layer < layers[side]; layer += 1) yield* block(side, layer, width, take)
  }
}

/**
 * @param {'encoder' | 'decoder'} side
 * @param {number} layer
 * @param {number} width
 * @param {(name: string) => Variable} take
 */
function* block(side, layer, width, take) {
  const to = `${side}.blocks.${layer}`
  const from = `${side}/layer_${layer}`
  yield* norm(`${to}.attn_ln`, `${from}/self_attention/layer_norm`, take)
  const joined = `${from}/self_attention/linear_0`
  yield* linear(`${to}.attn.query`, joined, take, { rows: [0, width] })
  yield* linear(`${to}.attn.key`, joined, take, { rows: [width, 2 * width], bias: false })
  yield* linear(`${to}.attn.value`, joined, take, { rows: [2 * width, 3 * width] })
  yield* linear(`${to}.attn.out`, `${from}/self_attention/linear_1`, take)
  if (side === 'decoder') {
    yield* norm(`${to}.cross_attn_ln`, `${from}/attention/layer_norm`, take)
    yield* linear(`${to}.cross_attn.query`, `${from}/attention/linear_0`, take)
    const pair = `${from}/attention/linear_1`
    yield* linear(`${to}.cross_attn.key`, pair, take, { rows: [0, width], bias: false })
    yield* linear(`${to}.cross_attn.value`, pair, take, { rows: [width, 2 * width] })
    yield* linear(`${to}.cross_attn.out`, `${from}/attention/linear_2`, take)
  }
  yield* norm(`${to}.mlp_ln`, `${from}/ffn/layer_norm`, take)
  yield* linear(`${to}.mlp.0`, `${from}/ffn/linear_0`, take)
  yield* linear(`${to}.mlp.2`, `${from}/ffn/linear_1`, take)
}

/**
 * @param {string} to
 * @param {string} from
 * @param {(name: string) => Variable} take
 * @param {{ rows?: [number, number], bias?: boolean }} [part] of a matrix that holds several
 */
function* linear(to, from, take, { rows, bias = true } = {}) {
  yield* tensor(`${to}.weight`, take(`${from}/weight`), { half: true, rows })
  if (bias) yield* tensor(`${to}.bias`, take(`${from}/bias`), { rows })
}

/**
 * @param {string} to
 * @param {string} from
 * @param {(name: string) => Variable} take
 */
function* norm(to, from, take) {
  yield* tensor(`${to}.weight`, take(`${from}/gamma`))
  yield* tensor(`${to}.bias`, take(`${from}/beta`))
}

/**
 * @param {string} name
 * @param {Variable} variable
 * @param {{ shape?: number[], half?: boolean, rows?: [number, number] | undefined }} [options] half: stays in 16 bits
 */
function* tensor(name, variable, { shape = variable.shape, half = false, rows } = {}) {
  const part = rows === undefined ? { ...variable, shape } : cutRows(variable, rows)
  const label = Buffer.from(name)
  yield ints(part.shape.length, label.length, half ? FLOAT16 : FLOAT32, ...[...part.shape].reverse())
  yield label
  yield half ? part.data : Buffer.from(toFloat32(part).buffer)
}

/**
 * @param {Variable} variable
 * @param {[number, number]} rows
 * @returns {Variable}
 */
function cutRows({ shape, half, data }, [from, to]) {
  const bytes = data.length / (shape[0] ?? 1)
  return { shape: [to - from, ...shape.slice(1)], half, data: data.subarray(from * bytes, to * bytes) }
}

/**
 * @param {Map<string, Variable>} weights
 * @param {string} side
 */
function countLayers(weights, side) {
  let layers = 0
  while (weights.has(`${side}/layer_${layers}/ffn/layer_norm/gamma`)) layers += 1
  return layers
}

/**
 * The tokens as bytes, without the special ones, which whisper.cpp numbers itself.
 * @param {{ added_tokens?: { id: number }[], model: { vocab: Record<string, number> } }} tokenizer
 */
function* vocabulary({ added_tokens: added = [], model }) {
  const special = new Set(added.map(({ id }) => id))
  const tokens = Object.entries(model.vocab)
    .filter(([, id]) => !special.has(id))
    .sort(([, a], [, b]) => a - b)
  const byteOf = byteLetters()
  yield ints(tokens.length)
  for (const [token] of tokens) {
    const bytes = Buffer.from([...token].map((letter) => byteOf.get(letter) ?? 0))
    yield ints(bytes.length)
    yield bytes
  }
}

/** GPT-2's byte-level BPE writes every byte as a visible letter: printable ones as themselves, the rest from U+0100 on. */
function byteLetters() {
  /** @type {Map<string, number>} */
  const byteOf = new Map()
  let next = 256
  for (let byte = 0; byte < 256; byte += 1) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
    byteOf.set(String.fromCodePoint(printable ? byte : next), byte)
    if (!printable) next += 1
  }
  return byteOf
}

/** @param {number[]} values */
function ints(...values) {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, 4 * index)
  return bytes
}
