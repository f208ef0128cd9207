import { afterEach, describe, expect, test } from 'vitest'
import { createModels } from './create-models.ts'
import { readModelsConfig } from './models-config.ts'
import { embeddingReply, startModelServer } from './testing/model-server.ts'

let close: () => Promise<void> = async () => undefined
afterEach(() => close())

describe('the environment', () => {
  test('without any variable gives rules and the local embedder', () => {
    const { extractor, embedder } = createModels(readModelsConfig({}))
    expect([extractor.name, embedder.name, embedder.dimension]).toEqual(['rules-2', 'all-MiniLM-L6-v2-int8', 384])
  })

  test.each([
    [{ COUNTERSIGN_EXTRACTOR: 'magic' }, 'COUNTERSIGN_EXTRACTOR'],
    [{ COUNTERSIGN_EMBEDDINGS: 'word2vec' }, 'COUNTERSIGN_EMBEDDINGS'],
    [{ COUNTERSIGN_OCR: 'eyes' }, 'COUNTERSIGN_OCR'],
    [{ COUNTERSIGN_SPEECH: 'ears' }, 'COUNTERSIGN_SPEECH'],
    [{ OPENAI_BASE_URL: 'nonsense' }, 'OPENAI_BASE_URL'],
  ])('with a wrong value names the variable: %o', (env, variable) => {
    expect(() => readModelsConfig(env)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(variable) }),
    )
  })

  test.each([
    [{ COUNTERSIGN_EXTRACTOR: 'llm' }, 'COUNTERSIGN_CHAT_MODEL'],
    [{ COUNTERSIGN_EXTRACTOR: 'llm', COUNTERSIGN_CHAT_MODEL: 'm' }, 'OPENAI_API_KEY'],
    [{ COUNTERSIGN_EMBEDDINGS: 'mistral' }, 'MISTRAL_API_KEY'],
    [{ COUNTERSIGN_OCR: 'mistral' }, 'MISTRAL_API_KEY'],
    [{ COUNTERSIGN_SPEECH: 'openai' }, 'OPENAI_API_KEY'],
    [{ COUNTERSIGN_VISION_MODEL: 'pixtral' }, 'OPENAI_API_KEY'],
    [{ COUNTERSIGN_RERANKER: 'judge', COUNTERSIGN_MODELS: '/nowhere' }, 'countersign models install judge'],
    [{ COUNTERSIGN_EMBEDDING_MODEL: 'e5', COUNTERSIGN_MODELS: '/nowhere' }, 'countersign models install e5'],
    [{ COUNTERSIGN_EMBEDDINGS: 'openai', OPENAI_API_KEY: 'k', COUNTERSIGN_EMBEDDING_MODEL: 'own' }, 'COUNTERSIGN_EMBEDDING_DIMENSION'],
  ])('that asks for what isn’t there says so and replaces nothing: %o', (env, variable) => {
    const config = readModelsConfig(env)
    expect(() => createModels(config)).toThrow(
      expect.objectContaining({ code: 'model_missing', message: expect.stringContaining(variable) }),
    )
  })

  test('names no chat model, no vision model and no reranker by itself', () => {
    expect(createModels(readModelsConfig({}))).toMatchObject({ chat: null, vision: null, reranker: null })
  })

  test('switches readers off', () => {
    expect(createModels(readModelsConfig({ COUNTERSIGN_OCR: 'none', COUNTERSIGN_SPEECH: 'none' }))).toMatchObject({
      ocr: null,
      speech: null,
    })
  })

  test('with Mistral’s key alone takes Mistral’s model', () => {
    const { extractor } = createModels(readModelsConfig({ COUNTERSIGN_EXTRACTOR: 'llm', MISTRAL_API_KEY: 'k' }))
    expect(extractor.name).toBe('llm-1:mistral-small-latest')
  })
})

describe('remote embeddings', () => {
  async function embedderWith(dimension: number) {
    const server = await startModelServer(({ input }) => embeddingReply(input.map((text) => [text.length, 3, 4])))
    close = server.close
    const env = { COUNTERSIGN_EMBEDDINGS: 'openai', OPENAI_BASE_URL: server.url, COUNTERSIGN_EMBEDDING_MODEL: 'own' }
    const { embedder } = createModels(readModelsConfig({ ...env, COUNTERSIGN_EMBEDDING_DIMENSION: String(dimension) }))
    return { embedder, seen: server.seen }
  }

  test('come in the order of the texts, in several requests, at unit length', async () => {
    const { embedder, seen } = await embedderWith(3)
    const vectors = await embedder.embed(['', ...Array.from({ length: 99 }, (_, index) => 'x'.repeat(index))], 'document')
    expect(vectors.length).toBe(100)
    expect(seen.map(({ input }) => input.length)).toEqual([64, 36])
    expect([...(vectors[0] ?? [])].map((value) => value.toFixed(2))).toEqual(['0.00', '0.60', '0.80'])
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
  })

  test('of another length than expected are refused, and the message says what to set', async () => {
    const { embedder } = await embedderWith(4)
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
      code: 'dimension_mismatch',
      message: expect.stringContaining('COUNTERSIGN_EMBEDDING_DIMENSION=3'),
    })
  })
})

test('a local model that isn’t there is one clear line', async () => {
  const { embedder } = createModels(readModelsConfig({ COUNTERSIGN_MODELS: '/nowhere' }))
  await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
    code: 'model_missing',
    message: expect.stringContaining('/nowhere'),
  })
})
