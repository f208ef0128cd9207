import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { CountersignError } from '@countersign/workflows/contract'
import { checkText } from './storable.ts'

/** A file at the door: its bytes, its name, and where it came from. */
export interface SourceFile {
  name: string
  bytes: Uint8Array
  /** `file://…`, or null for an upload, whose name says nothing about which document it is. */
  uri: string | null
}

/**
 * Reads a file of this machine. Throws `not_found`, `invalid_input` for what is no file, `unreadable_file`, `empty_file`,
 * `too_large` (before reading it).
 */
export async function readSource(file: string, maxBytes: number): Promise<SourceFile> {
  checkText('The path', file)
  const absolute = path.resolve(file)
  // Before it is opened: opening a pipe would wait for its writer.
  const stats = await orExplain(file, () => stat(absolute))
  if (stats.isDirectory()) throw new CountersignError('invalid_input', `"${file}" is a folder. Name the files in it.`, { path: file })
  if (!stats.isFile()) throw new CountersignError('invalid_input', `"${file}" is not a file.`, { path: file })
  checkSize(file, stats.size, maxBytes)
  const bytes = await orExplain(file, () => readFile(absolute))
  // It may have grown since.
  checkSize(file, bytes.byteLength, maxBytes)
  return { name: path.basename(absolute), bytes, uri: pathToFileURL(absolute).href }
}

/** Throws `empty_file` or `too_large`. */
export function checkSize(name: string, bytes: number, maxBytes: number): void {
  if (bytes === 0) throw new CountersignError('empty_file', `"${name}" is empty (0 bytes).`, { name })
  if (bytes <= maxBytes) return
  const message = `"${name}" has ${bytes} bytes; the limit is ${maxBytes}. Raise COUNTERSIGN_MAX_BYTES to take it in.`
  throw new CountersignError('too_large', message, { name, bytes, limit: maxBytes })
}

async function orExplain<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new CountersignError('not_found', `There is no file "${file}".`, { path: file }, { cause })
    }
    throw new CountersignError('unreadable_file', `"${file}" cannot be read (${code}). Check its rights.`, { path: file }, { cause })
  }
}
