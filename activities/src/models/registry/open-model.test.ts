import { afterEach, describe, expect, test } from 'vitest'
import { encoderFacts } from './encoder-facts.ts'
import type { ModelType } from './model-type.ts'
import { openModel } from './open-model.ts'
import { ggufHead, makeModelFolder } from './testing/model-folder.ts'

let remove: () => Promise<void> = async () => undefined
afterEach(() => remove())
async function folderWith(type: ModelType | null, files: Record<string, Buffer | string | object>, name = 'm') {
  const made = await makeModelFolder(name, type, files)
  remove = made.remove
  return made.folder
}

const modules = ['Transformer', 'Pooling', 'Normalize'].map((kind, idx) => ({
  idx,
  path: kind === 'Pooling' ? '1_Pooling' : '',
  type: `sentence_transformers.models.${kind}`,
}))
const bert = { architectures: ['BertModel'], model_type: 'bert', hidden_size: 4, max_position_embeddings: 512, vocab_size: 30_522 }
const SENTENCE = { 'config.json': bert, 'modules.json': modules, 'model.onnx': 'x', 'tokenizer.json': '{}' }
const POOLED = { ...SENTENCE, '1_Pooling/config.json': { word_embedding_dimension: 4, pooling_mode_cls_token: true } }
const UNWEIGHTED = {
  'config.json': bert,
  'modules.json': modules,
  'tokenizer.json': '{}',
  '1_Pooling/config.json': { pooling_mode: 'mean' },
}
const withArchitecture = (architecture: string) => ({ 'config.json': { architectures: [architecture] }, 'model.onnx': 'x' })

/** One folder of each type. */
const FOLDERS: [ModelType, Record<string, Buffer | string | object>][] = [
  ['sentence_transformer', POOLED],
  ['hf_encoder', withArchitecture('XLMRobertaModel')],
  ['cross_encoder', withArchitecture('BertForSequenceClassification')],
  ['hf_causal_lm', { 'config.json': { architectures: ['LlamaForCausalLM'] }, 'model.safetensors': 'x' }],
  ['gguf', { 'model.gguf': ggufHead('llama') }],
  ['asr', { 'ggml-base.bin': Buffer.from('lmgg') }],
  ['ocr', { 'detector.onnx': 'x', 'recogniser.onnx': 'x' }],
  ['onnx', { 'vad.onnx': 'x' }],
]
const PAIRS = FOLDERS.flatMap(([said]) => FOLDERS.filter(([real]) => real !== said).map(([real, files]) => [said, real, files] as const))

describe('a model’s folder', () => {
  test.each(FOLDERS)('of %s is opened as what it is', async (type, files) => {
    expect(openModel(await folderWith(type, files))).toMatchObject({ name: 'm', type })
    await remove()
    expect(openModel(await folderWith(null, files), type)).toMatchObject({ type })
  })

  test.each(PAIRS)('said to be %s that holds %s is refused, and both are named', async (said, real, files) => {
    const folder = await folderWith(said, files)
    expect(() => openModel(folder)).toThrow(
      expect.objectContaining({ code: 'model_missing', message: expect.stringContaining(`said to hold ${said}, but holds ${real} (`) }),
    )
  })

  test('that was installed as another type than asked for is refused', async () => {
    const folder = await folderWith('onnx', { 'vad.onnx': 'x' })
    expect(() => openModel(folder, 'ocr')).toThrow(/said to hold ocr, but holds onnx/)
  })

  test('that says nothing of its type is not guessed', async () => {
    const folder = await folderWith(null, POOLED)
    expect(() => openModel(folder)).toThrow(/is not said\. Use/)
  })

  test('that isn’t there names the command that installs it', () => {
    expect(() => openModel('/nowhere/small')).toThrow(/small is not in \/nowhere\. Run `countersign models install small`/)
  })

  test('with a GGUF of an unknown version, or a file that only has the name, holds no GGUF', async () => {
    const folder = await folderWith('gguf', { 'model.gguf': ggufHead('llama', 99), 'other.gguf': 'GGUX' })
    expect(() => openModel(folder)).toThrow(/said to hold gguf, but holds no model/)
  })

  test('with broken JSON names the file', async () => {
    const folder = await folderWith('hf_encoder', { 'config.json': '{', 'model.onnx': 'x' })
    expect(() => openModel(folder)).toThrow(/config\.json cannot be used: it is no JSON/)
  })
})

describe('an encoder', () => {
  const factsOf = async (files: Record<string, Buffer | string | object>, name?: string) =>
    encoderFacts(openModel(await folderWith('sentence_transformer', files, name)))

  test('is read from its own files', async () => {
    const facts = await factsOf({ ...POOLED, 'sentence_bert_config.json': { max_seq_length: 256 } })
    expect(facts).toEqual({
      onnx: 'model.onnx',
      dimension: 4,
      maxTokens: 256,
      pooling: 'cls',
      prefixes: { query: '', document: '' },
      latinOnly: true,
    })
  })

  test('of E5 puts "query: " and "passage: " before its texts', async () => {
    const config = {
      ...bert,
      model_type: 'xlm-roberta',
      architectures: ['XLMRobertaModel'],
      vocab_size: 250_037,
      max_position_embeddings: 514,
    }
    expect(await factsOf({ ...POOLED, 'config.json': config }, 'multilingual-e5-small')).toMatchObject({
      prefixes: { query: 'query: ', document: 'passage: ' },
      maxTokens: 512,
      latinOnly: false,
    })
  })

  test('with prompts of its own uses those', async () => {
    const files = { ...POOLED, 'config_sentence_transformers.json': { prompts: { query: 'Q: ', document: 'D: ' } } }
    expect((await factsOf(files)).prefixes).toEqual({ query: 'Q: ', document: 'D: ' })
  })

  test.each([
    [
      'a further layer',
      { ...POOLED, 'modules.json': [...modules, { path: '3_Dense', type: 'sentence_transformers.models.Dense' }] },
      /layer.*Dense/,
    ],
    ['another pooling', { ...SENTENCE, '1_Pooling/config.json': { pooling_mode_lasttoken: true } }, /pools by "lasttoken"/],
    ['no pooling file', SENTENCE, /no 1_Pooling\/config\.json/],
    ['no tokenizer', { 'config.json': bert, 'modules.json': modules, 'model.onnx': 'x' }, /no 1_Pooling|no tokenizer/],
    ['no telling which weights', { ...UNWEIGHTED, 'a.onnx': 'x', 'b.onnx': 'x' }, /several: a\.onnx, b\.onnx/],
  ])('with %s is refused rather than read wrongly', async (_name, files, words) => {
    await expect(factsOf(files)).rejects.toThrow(words)
  })
})
