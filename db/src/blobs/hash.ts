import { CountersignError } from '@countersign/workflows/contract'

/** Whether `text` is a sha256 in lower-case hex: nothing else may become part of a path or a key. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

export const blobNotFound = (hash: string): CountersignError =>
  new CountersignError('not_found', `No file with the hash ${hash.slice(0, 80)} is stored.`, { hash: hash.slice(0, 80) })
