import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { OpenedModel } from './open-model.ts'
import { readJson } from './read-folder.ts'

const POOLINGS = ['mean', 'cls', 'max'] as const
export type Pooling = (typeof POOLINGS)[number]

/** What there is to know of an encoder before its weights are loaded. */
export interface EncoderFacts {
  /** Path of the weights inside the folder. */
  onnx: string
  /** Numbers of a vector. */
  dimension: number
  maxTokens: number
  pooling: Pooling
  /** What the model was trained to see before a text, by its use. */
  prefixes: { query: string; document: string }
  /** Its vocabulary is of English alone. */
  latinOnly: boolean
}

const poolingConfig = z.looseObject({ word_embedding_dimension: z.number().int().optional(), pooling_mode: z.string().optional() })
const sentenceConfig = z.looseObject({ max_seq_length: z.number().int().nullish() })
const promptsConfig = z.looseObject({ prompts: z.record(z.string(), z.string()).default({}) })
/** Longest input where no file says: BERT's. */
const USUAL_TOKENS = 512
/** Words of the vocabulary that BERT was trained with in English. */
const ENGLISH_VOCABULARY = 30_522
const USUAL_WEIGHTS = ['model.onnx', 'model_quantized.onnx', 'onnx/model.onnx', 'onnx/model_quantized.onnx']

/**
 * Reads how an encoder's vectors are made from the files beside its weights. Error `model_missing` for a file that is not there, and
 * for a way of pooling or a further layer that is not known: vectors made otherwise would be wrong without anybody noticing.
 */
export function encoderFacts(model: OpenedModel): EncoderFacts {
  const { folder, contents } = model
  const config = contents.config
  if (config === null) throw unusable(model, 'it has no config.json')
  const pooling = readPooling(model)
  const dimension = pooling.dimension ?? config.hidden_size
  if (dimension === undefined) throw unusable(model, 'neither config.json nor 1_Pooling/config.json says how long its vectors are')
  const longest = readJson(folder, 'sentence_bert_config.json', sentenceConfig)?.max_seq_length ?? positions(config)
  return {
    onnx: findWeights(model),
    dimension,
    maxTokens: longest,
    pooling: pooling.mode,
    prefixes: readPrefixes(model),
    latinOnly: config.model_type === 'bert' && config.vocab_size === ENGLISH_VOCABULARY,
  }
}

/** The ONNX file of a folder, with its tokenizer beside it. Error `model_missing` where there is none, or no telling which one. */
export function findWeights(model: OpenedModel): string {
  const { onnx, files } = model.contents
  if (!files.includes('tokenizer.json')) throw unusable(model, 'it has no tokenizer.json')
  const found = USUAL_WEIGHTS.find((file) => onnx.includes(file)) ?? (onnx.length === 1 ? onnx[0] : undefined)
  if (found !== undefined) return found
  const has = onnx.length === 0 ? 'it has no .onnx file (export it with optimum-cli)' : `it has several: ${onnx.join(', ')}`
  throw unusable(model, `weights are read as model.onnx, but ${has}`)
}

/** Longest input by the position table; RoBERTa's begins behind its padding. */
export function positions(config: NonNullable<OpenedModel['contents']['config']>): number {
  const { max_position_embeddings: table, model_type: type = '' } = config
  if (table === undefined) return USUAL_TOKENS
  return /roberta|camembert|mpnet/.test(type) ? table - 2 : table
}

function readPooling(model: OpenedModel): { mode: Pooling; dimension: number | undefined } {
  const { modules } = model.contents
  // An encoder that says nothing of pooling: the mean, as sentence-transformers does.
  if (modules === null) return { mode: 'mean', dimension: undefined }
  const kinds = modules.map(({ type, path }) => ({ kind: type.split('.').at(-1), path }))
  const further = kinds.find(({ kind }) => kind !== 'Transformer' && kind !== 'Pooling' && kind !== 'Normalize')
  if (further !== undefined) throw unusable(model, `modules.json names a layer that is not read here: ${further.kind}`)
  const place = kinds.find(({ kind }) => kind === 'Pooling')
  if (place === undefined) throw unusable(model, 'modules.json names no pooling')
  const config = readJson(model.folder, `${place.path}/config.json`, poolingConfig)
  if (config === null) throw unusable(model, `it has no ${place.path}/config.json`)
  const named = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true)
  const said = config.pooling_mode ?? named.map((key) => key.replace('pooling_mode_', '').replace(/_tokens?$/, '')).join('+')
  const mode = POOLINGS.find((one) => one === said)
  if (mode === undefined) throw unusable(model, `it pools by "${said}"; ${POOLINGS.join(', ')} are known`)
  return { mode, dimension: config.word_embedding_dimension }
}

/** The prompts that the model brings along; E5 has them in its description only (Wang et al., 2022, arXiv:2212.03533). */
function readPrefixes({ folder, name, contents }: OpenedModel): EncoderFacts['prefixes'] {
  const { prompts = {} } = readJson(folder, 'config_sentence_transformers.json', promptsConfig) ?? {}
  const query = prompts.query ?? ''
  const document = prompts.document ?? prompts.passage ?? ''
  if (query !== '' || document !== '') return { query, document }
  const names = [name, String(contents.config?._name_or_path ?? '')]
  const isE5 = names.some((one) => /(^|[-_/])e5-(small|base|large)/i.test(one))
  return isE5 ? { query: 'query: ', document: 'passage: ' } : { query, document }
}

function unusable({ name, folder }: OpenedModel, why: string): CountersignError {
  return new CountersignError('model_missing', `The model ${name} in ${folder} cannot be loaded: ${why}.`, { model: name, folder })
}
