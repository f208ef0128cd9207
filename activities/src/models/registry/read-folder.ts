import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'
import { type GgufHeader, readGguf } from './read-gguf.ts'

const config = z.looseObject({
  architectures: z.array(z.string()).default([]),
  model_type: z.string().optional(),
  hidden_size: z.number().int().optional(),
  max_position_embeddings: z.number().int().optional(),
  vocab_size: z.number().int().optional(),
})
const modules = z.array(z.looseObject({ path: z.string(), type: z.string() }))
const GGML_MAGIC = 0x67676d6c

/** What a model's folder really holds, from its small files and the heads of the large ones. */
export interface FolderContents {
  /** Paths inside the folder, with `/`, at most one folder deep. */
  files: string[]
  /** `config.json` of transformers. */
  config: z.infer<typeof config> | null
  /** `modules.json` of sentence-transformers. */
  modules: z.infer<typeof modules> | null
  onnx: string[]
  gguf: ({ file: string } & GgufHeader)[]
  /** Weights in ggml's older form, as whisper.cpp reads them. */
  ggml: string[]
}

/** Looks into a model's folder. Error `model_missing` naming a file that should be JSON and is none. Reads no weights. */
export function readFolder(folder: string): FolderContents {
  const files = listFiles(folder)
  const ending = (end: string) => files.filter((file) => file.endsWith(end))
  return {
    files,
    config: readJson(folder, 'config.json', config),
    modules: readJson(folder, 'modules.json', modules),
    onnx: ending('.onnx'),
    gguf: ending('.gguf').flatMap((file) => {
      const header = readGguf(path.join(folder, file))
      return header === null ? [] : [{ file, ...header }]
    }),
    ggml: ending('.bin').filter((file) => startsWith(path.join(folder, file), GGML_MAGIC)),
  }
}

/** A JSON file of a model's folder in its shape; null where there is none. */
export function readJson<T>(folder: string, file: string, shape: z.ZodType<T>): T | null {
  const full = path.join(folder, file)
  if (!existsSync(full)) return null
  try {
    return shape.parse(JSON.parse(readFileSync(full, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).slice(0, 200) : 'it is no JSON'
    throw new CountersignError('model_missing', `The model's file ${full} cannot be used: ${why}.`, { folder, file }, { cause: error })
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name]
    return readdirSync(path.join(folder, entry.name), { withFileTypes: true })
      .filter((inner) => !inner.isDirectory())
      .map((inner) => `${entry.name}/${inner.name}`)
  })
}

function startsWith(file: string, magic: number): boolean {
  const head = Buffer.alloc(4)
  const handle = openSync(file, 'r')
  try {
    return readSync(handle, head, 0, 4, 0) === 4 && head.readUInt32LE(0) === magic
  } finally {
    closeSync(handle)
  }
}
