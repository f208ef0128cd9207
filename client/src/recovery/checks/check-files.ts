import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { createBlobStore } from '@countersign/db'
import { type AuditPlaces, readAuditKeys } from '../../audit/audit-key.ts'
import type { Check } from '../diagnose.ts'
import { attempt, fail, ok, warn, wordsOf } from './check.ts'

const GIGABYTE = 1e9
/** Below the first share or the first gigabytes one should make room; below the second, writes are about to fail. */
const LOW = { share: 0.05, bytes: 5 * GIGABYTE }
const NONE = { share: 0.005, bytes: 0.3 * GIGABYTE }

/** Free space where the installation keeps its data on this machine: its home (servers, models, logs) and its files. */
export async function checkDisks(home: string, blobs: string): Promise<Check[]> {
  const folders = [{ of: 'data', folder: home }, ...(isFolder(blobs) ? [{ of: 'files', folder: blobs }] : [])]
  const checks = await Promise.all(
    folders.map(({ of, folder }) =>
      attempt('disk', `Check that ${folder} can be reached.`, async () => [await checkDisk(of, nearest(folder))]),
    ),
  )
  return checks.flat()
}

const isFolder = (blobs: string): boolean => !/^[a-z][a-z0-9+.-]+:\/\//i.test(blobs)

/** The folder itself, or the nearest above it that is there already. */
function nearest(folder: string): string {
  const above = path.dirname(folder)
  return existsSync(folder) || above === folder ? folder : nearest(above)
}

async function checkDisk(of: string, folder: string): Promise<Check> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder)
  const free = bavail * bsize
  const share = blocks === 0 ? 1 : bavail / blocks
  const detail = `${of} (${folder}): ${(free / GIGABYTE).toFixed(1)} GB free, ${Math.round(share * 100)} %`
  const advice = `Make room where ${folder} is: countersign retention plan says what may go.`
  if (files > 0 && ffree === 0) return fail('disk', `${of} (${folder}): no inode is free`, advice)
  // A large disk that is almost full has room still; a small one that is half empty may not.
  if (free < NONE.bytes || (share < NONE.share && free < GIGABYTE)) return fail('disk', detail, advice)
  return free < LOW.bytes && share < 0.5 && (share < LOW.share || free < GIGABYTE) ? warn('disk', detail, advice) : ok('disk', detail)
}

/** Writes a small file to the blob store, reads it back, takes it away. */
export async function checkBlobs(location: string): Promise<Check[]> {
  const advice = isFolder(location)
    ? `Check that ${location} exists, is writable and has room (COUNTERSIGN_BLOBS).`
    : 'Check COUNTERSIGN_BLOBS, AWS_ENDPOINT_URL_S3 and the AWS_* credentials.'
  return await attempt('blobs', advice, async () => {
    const store = createBlobStore(location)
    const written = Buffer.from(`countersign doctor ${randomUUID()}`)
    const before = performance.now()
    const { hash } = await store.put(written, 'text/plain')
    const read = await store.get(hash)
    await store.delete(hash)
    if (!written.equals(Buffer.from(read))) return [fail('blobs', `${location}: what was read is not what was written`, advice)]
    return [ok('blobs', `${location}: written and read in ${Math.round(performance.now() - before)} ms`)]
  })
}

export function checkAuditKey(places: AuditPlaces): Check[] {
  try {
    const { current, known } = readAuditKeys(places)
    return [ok('audit key', `key ${current.id}${known.size > 1 ? ` and ${known.size - 1} older` : ''}`)]
  } catch (error) {
    return [
      warn('audit key', wordsOf(error), 'Without it the audit log cannot be verified here. Keep a copy of it apart from the database.'),
    ]
  }
}
