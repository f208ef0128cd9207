import { afterEach, expect, test } from 'vitest'
import { createLocalEmbedder } from './load-encoder.ts'
import { createLocalReranker } from './load-reranker.ts'
import { createModelHost, type ModelHost } from './model-host.ts'
import { makeModelFolder, wordTokenizer } from './testing/model-folder.ts'
import { tinyOnnx } from './testing/tiny-onnx.ts'

const WORDS = ['[UNK]', 'query:', 'passage:', 'red', 'blue']
const TABLE = [
  [0, 0, 0, 1],
  [0, 0, 4, 0],
  [0, 0, 0, 4],
  [3, 0, 0, 0],
  [0, 4, 0, 0],
]
const modules = [
  { path: '', type: 'sentence_transformers.models.Transformer' },
  { path: '1_Pooling', type: 'sentence_transformers.models.Pooling' },
]

let host: ModelHost
let remove: () => Promise<void> = async () => undefined
afterEach(async () => {
  await host.close()
  await remove()
})

async function makeEmbedder({ pooling = 'mean', dimension = 4, name = 'tiny', idle = 60_000 } = {}) {
  const made = await makeModelFolder(name, 'sentence_transformer', {
    'config.json': { architectures: ['BertModel'], model_type: 'bert', max_position_embeddings: 8 },
    'modules.json': modules,
    '1_Pooling/config.json': { word_embedding_dimension: dimension, [`pooling_mode_${pooling}_tokens`]: true },
    'tokenizer.json': wordTokenizer(WORDS),
    'model.onnx': tinyOnnx('encoder', TABLE),
  })
  remove = made.remove
  host = createModelHost({ idle })
  return createLocalEmbedder({ folder: made.folder, host })
}
const rounded = (vectors: Float32Array[]) => vectors.map((vector) => [...vector].map((one) => Number(one.toFixed(2))))

test.each([
  ['mean', [0.6, 0.8, 0, 0]],
  ['max', [0.6, 0.8, 0, 0]],
  ['cls', [1, 0, 0, 0]],
])('a sentence transformer pools as its folder says: %s', async (pooling, expected) => {
  const embedder = await makeEmbedder({ pooling })
  expect(embedder).toMatchObject({ name: 'tiny', dimension: 4, maxTokens: 8, latinOnly: false })
  expect(rounded(await embedder.embed(['red blue'], 'document'))).toEqual([expected])
})

test('texts of E5 are embedded by their use', async () => {
  const embedder = await makeEmbedder({ name: 'tiny-e5-small' })
  expect(rounded(await embedder.embed(['red'], 'query'))).toEqual([[0.6, 0, 0.8, 0]])
  expect(rounded(await embedder.embed(['red'], 'document'))).toEqual([[0.6, 0, 0, 0.8]])
})

test('vectors of another length than the files say are an error, not an index', async () => {
  const embedder = await makeEmbedder({ dimension: 3 })
  await expect(embedder.embed(['red blue'], 'document')).rejects.toMatchObject({
    code: 'model_failed',
    message: expect.stringContaining('its files say 3'),
  })
})

test('weights that are none are an error that names the model', async () => {
  const made = await makeModelFolder('broken', 'hf_encoder', {
    'config.json': { architectures: ['BertModel'], hidden_size: 4 },
    'tokenizer.json': wordTokenizer(WORDS),
    'model.onnx': 'no weights',
  })
  remove = made.remove
  host = createModelHost()
  const embedder = createLocalEmbedder({ folder: made.folder, host })
  await expect(embedder.embed(['red'], 'query')).rejects.toMatchObject({ code: 'model_failed', message: expect.stringContaining('broken') })
})

test('a model is loaded once for all that ask, unloaded on demand, and loaded again when it is next needed', async () => {
  const embedder = await makeEmbedder()
  expect(host.loaded()).toEqual([])
  await Promise.all([embedder.embed(['red'], 'query'), embedder.embed(['blue'], 'query')])
  expect(host.loaded()).toEqual(['tiny'])
  expect([await host.unload('tiny'), await host.unload('tiny'), host.loaded()]).toEqual([true, false, []])
  expect(rounded(await embedder.embed(['red'], 'query'))).toEqual([[1, 0, 0, 0]])
})

test('a model that nobody asks is unloaded by itself', async () => {
  const embedder = await makeEmbedder({ idle: 1 })
  await embedder.embed(['red'], 'query')
  await expect.poll(() => host.loaded()).toEqual([])
})

test('a cross-encoder scores each text with the question', async () => {
  const made = await makeModelFolder('tiny-reranker', 'cross_encoder', {
    'config.json': { architectures: ['BertForSequenceClassification'], model_type: 'bert' },
    'tokenizer.json': wordTokenizer(['[UNK]', 'red', 'blue']),
    'model.onnx': tinyOnnx('cross_encoder', [[0], [-1], [2]]),
  })
  remove = made.remove
  host = createModelHost()
  const reranker = createLocalReranker({ folder: made.folder, host })
  const scores = await reranker.score({ query: 'red', texts: ['red', 'blue', 'blue blue'] })
  expect(scores.map((score) => score.toFixed(3))).toEqual(['0.119', '0.731', '0.953'])
  expect(await reranker.score({ query: 'red', texts: [] })).toEqual([])
})

test('an embedder of a cross-encoder, and a reranker of an encoder, are refused at once', async () => {
  const made = await makeModelFolder('judge', 'cross_encoder', {
    'config.json': { architectures: ['BertForSequenceClassification'] },
    'model.onnx': 'x',
  })
  remove = made.remove
  host = createModelHost()
  const { folder } = made
  expect(() => createLocalEmbedder({ folder, host })).toThrow(/judge .* is cross_encoder: it makes no embeddings/)
})
