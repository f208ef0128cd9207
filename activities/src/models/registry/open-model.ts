import { existsSync } from 'node:fs'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'
import { type ModelType, modelRecord, RECORD_FILE } from './model-type.ts'
import { type FolderContents, readFolder, readJson } from './read-folder.ts'

/** A model's folder whose contents were compared with its type. */
export interface OpenedModel {
  name: string
  folder: string
  type: ModelType
  contents: FolderContents
}

/**
 * Opens the folder of a model: its type is the one given, else the one that it was installed with, and must be what the folder really
 * holds. Error `model_missing`: the folder isn't there, its type is unknown, or it holds something else (both are named); nothing
 * is tried instead. Loads nothing.
 */
export function openModel(folder: string, given?: ModelType): OpenedModel {
  const named = path.basename(folder)
  if (!existsSync(folder)) {
    throw new CountersignError(
      'model_missing',
      `The model ${named} is not in ${path.dirname(folder)}. Run \`countersign models install ${named}\`, or set COUNTERSIGN_MODELS to a folder that has it.`,
      { model: named, folder },
    )
  }
  const record = readJson(folder, RECORD_FILE, modelRecord)
  const type = given ?? record?.type
  if (type === undefined) {
    throw new CountersignError(
      'model_missing',
      `What ${folder} holds is not said. Use \`countersign models install\` with a manifest, which names its type.`,
      { folder },
    )
  }
  if (record !== null && record.type !== type) throw mismatch(folder, type, record.type, `${RECORD_FILE} says so`)
  const contents = readFolder(folder)
  const found = findType(contents)
  if (found === null) throw mismatch(folder, type, 'no model', `files: ${contents.files.slice(0, 6).join(', ') || 'none'}`)
  if (found.type !== type) throw mismatch(folder, type, found.type, found.because)
  return { name: record?.name ?? named, folder, type, contents }
}

function mismatch(folder: string, said: ModelType, found: string, because: string): CountersignError {
  return new CountersignError(
    'model_missing',
    `${folder} is said to hold ${said}, but holds ${found} (${because}). Correct the type, or use a folder that holds ${said}.`,
    { folder, said, found },
  )
}

/** What a folder holds, from the surest sign to the weakest. */
function findType(contents: FolderContents): { type: ModelType; because: string } | null {
  const { gguf, ggml, modules, config, onnx, files } = contents
  const [quantised] = gguf
  if (quantised !== undefined) {
    return { type: 'gguf', because: `${quantised.file}: GGUF version ${quantised.version}, ${quantised.architecture ?? 'no architecture'}` }
  }
  if (ggml[0] !== undefined) return { type: 'asr', because: `${ggml[0]}: ggml weights of whisper.cpp` }
  if (modules !== null) {
    return { type: 'sentence_transformer', because: `modules.json: ${modules.map(({ type }) => type.split('.').at(-1)).join(', ')}` }
  }
  const [architecture] = config?.architectures ?? []
  if (architecture !== undefined) return { type: typeOfArchitecture(architecture), because: `config.json: ${architecture}` }
  if (files.some((file) => /\.traineddata(\.gz)?$/.test(file)) || onnx.length > 1) {
    return { type: 'ocr', because: 'a detector and a recogniser, or data of Tesseract' }
  }
  return onnx[0] === undefined ? null : { type: 'onnx', because: onnx[0] }
}

/** By the endings that transformers gives its classes. */
function typeOfArchitecture(architecture: string): ModelType {
  if (/(CausalLM|LMHeadModel)$/.test(architecture)) return 'hf_causal_lm'
  if (architecture.endsWith('ForSequenceClassification')) return 'cross_encoder'
  if (/ForConditionalGeneration$|ForSpeechSeq2Seq$|ForCTC$/.test(architecture)) return 'asr'
  return 'hf_encoder'
}
