import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'

/**
 * The installation's secret, with which tickets are signed: COUNTERSIGN_SECRET, or the file `secret` in COUNTERSIGN_HOME, which is made
 * when it is first needed and which only its owner can read. Several processes at once agree. Throws `unavailable`.
 */
export function readSecret({ secret, home }: { secret: string | null; home: string }): string {
  if (secret !== null) return secret
  const file = path.join(home, 'secret')
  try {
    return readOrNull(file) ?? makeSecret(file)
  } catch (cause) {
    const message = `${file} cannot be made or read. Set COUNTERSIGN_SECRET, the same for every process.`
    throw new CountersignError('unavailable', message, { file }, { cause })
  }
}

/** Written whole beside its place and then linked there: nobody reads half of it, and the first one stays. */
function makeSecret(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code
