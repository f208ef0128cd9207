import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ModelType } from '../model-type.ts'

/** Makes a folder of a model with these files (objects become JSON) in a folder of its own; `type` goes into its record. */
export async function makeModelFolder(name: string, type: ModelType | null, files: Record<string, Buffer | string | object>) {
  const root = await mkdtemp(path.join(tmpdir(), 'countersign-model-'))
  const folder = path.join(root, name)
  const written: Record<string, Buffer | string | object> = { ...files }
  if (type !== null) written['countersign.json'] = { name, type, title: name }
  for (const [file, content] of Object.entries(written)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
  }
  return { folder, remove: () => rm(root, { recursive: true, force: true }) }
}

/** A tokenizer of whole words between spaces; the first word has the number 0. */
export const wordTokenizer = (words: readonly string[]) => ({
  version: '1.0',
  added_tokens: [],
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'WhitespaceSplit' },
  post_processor: null,
  decoder: null,
  model: { type: 'WordLevel', vocab: Object.fromEntries(words.map((word, index) => [word, index])), unk_token: words[0] },
})

/** The head of a GGUF file of an architecture. */
export function ggufHead(architecture: string, version = 3): Buffer {
  const text = (words: string) => {
    const length = Buffer.alloc(8)
    length.writeBigUInt64LE(BigInt(Buffer.byteLength(words)))
    return Buffer.concat([length, Buffer.from(words)])
  }
  const fixed = Buffer.alloc(24)
  fixed.write('GGUF')
  fixed.writeUInt32LE(version, 4)
  fixed.writeBigUInt64LE(1n, 16)
  const string = Buffer.from([8, 0, 0, 0])
  return Buffer.concat([fixed, text('general.architecture'), string, text(architecture)])
}
