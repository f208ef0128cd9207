import { z } from 'zod'

/** What a model's folder is said to hold. */
export const modelType = z.enum(['hf_encoder', 'sentence_transformer', 'hf_causal_lm', 'onnx', 'gguf', 'ocr', 'asr', 'cross_encoder'])
export type ModelType = z.infer<typeof modelType>

/** Stands in a folder that `countersign models install` made. */
export const modelRecord = z.object({ name: z.string(), type: modelType, title: z.string() })
export const RECORD_FILE = 'countersign.json'
