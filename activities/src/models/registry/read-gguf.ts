import { closeSync, openSync, readSync } from 'node:fs'

/** What the head of a GGUF file says of it. */
export interface GgufHeader {
  version: number
  /** `llama`, `qwen2`, `bert` …; null where the file names none. */
  architecture: string | null
}

const MAGIC = 0x46554747
const VERSIONS = new Set([2, 3])
const HEAD_BYTES = 64 * 1024
const STRING = 8
const ARRAY = 9
/** Bytes of each type of value that has a fixed length, by the type's number. */
const SIZES = new Map([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 4],
  [5, 4],
  [6, 4],
  [7, 1],
  [10, 8],
  [11, 8],
  [12, 8],
])

/**
 * Reads the head of a GGUF file (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md); null where it is none, or of a version
 * that is not known.
 */
export function readGguf(file: string): GgufHeader | null {
  const head = readHead(file)
  if (head.length < 24 || head.readUInt32LE(0) !== MAGIC) return null
  const version = head.readUInt32LE(4)
  if (!VERSIONS.has(version)) return null
  return { version, architecture: findArchitecture(head, Number(head.readBigUInt64LE(16))) }
}

function readHead(file: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  const handle = openSync(file, 'r')
  try {
    return head.subarray(0, readSync(handle, head, 0, HEAD_BYTES, 0))
  } finally {
    closeSync(handle)
  }
}

/** `general.architecture` comes first in practice; what lies behind the head or a list is not looked at. */
function findArchitecture(head: Buffer, entries: number): string | null {
  let at = 24
  const text = (): string => {
    const length = Number(head.readBigUInt64LE(at))
    at += 8 + length
    return head.toString('utf8', at - length, at)
  }
  try {
    for (let entry = 0; entry < entries; entry += 1) {
      const key = text()
      const type = head.readUInt32LE(at)
      at += 4
      if (type === ARRAY) return null
      const value = type === STRING ? text() : null
      if (key === 'general.architecture') return value
      at += SIZES.get(type) ?? 0
    }
  } catch (error) {
    // The head ended before the entries did.
    if (!(error instanceof RangeError)) throw error
  }
  return null
}
