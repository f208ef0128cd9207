import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'
import type { BlobStore } from './blob-store.ts'
import { blobNotFound, isHash } from './hash.ts'

/**
 * Blobs as files of one folder, `ab/cd/<hash>`. A file appears under its name only when all of it is on the disk
 * (temporary file, fsync, rename), so a crash leaves no half file and concurrent writers agree.
 */
export function createFolderStore(folder: string): BlobStore {
  const fileOf = (hash: string): string => path.join(folder, hash.slice(0, 2), hash.slice(2, 4), hash)

  return {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const file = fileOf(hash)
      // A file of another length is one that the disk lost part of: it is written again.
      if ((await sizeOf(file)) !== bytes.byteLength) await writeWhole(file, bytes)
      return { hash, bytes: bytes.byteLength }
    },
    async get(hash) {
      if (!isHash(hash)) throw blobNotFound(hash)
      try {
        return await readFile(fileOf(hash))
      } catch (cause) {
        throw isMissing(cause) ? blobNotFound(hash) : notReadable(folder, cause)
      }
    },
    async has(hash) {
      return isHash(hash) && (await sizeOf(fileOf(hash))) !== null
    },
    async delete(hash) {
      if (!isHash(hash)) return
      try {
        await rm(fileOf(hash), { force: true })
      } catch (cause) {
        const message = `The file cannot be deleted (${codeOf(cause)}). Check the rights of ${folder}.`
        throw new CountersignError('unavailable', message, {}, { cause })
      }
    },
  }
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`
  try {
    await mkdir(path.dirname(file), { recursive: true })
    const handle = await open(temporary, 'wx', 0o640)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
    await syncFolder(path.dirname(file))
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined)
    const message = `The file cannot be stored (${codeOf(cause)}). Check space and rights of ${path.dirname(file)}.`
    throw new CountersignError('unavailable', message, {}, { cause })
  }
}

/** Makes the rename itself survive a power loss. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw notReadable(path.dirname(file), error)
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason')
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))

function notReadable(folder: string, cause: unknown): CountersignError {
  const message = `The blob folder ${folder} cannot be read (${codeOf(cause)}). Check that it is mounted and readable.`
  return new CountersignError('unavailable', message, {}, { cause })
}
