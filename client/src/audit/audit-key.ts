import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'

/** Where the key of the audit log is: in the environment, or in a file of a folder that the database's people do not see. */
export interface AuditPlaces {
  /** COUNTERSIGN_AUDIT_KEY; several, separated by commas: the first seals, all of them verify. */
  key: string | null
  /** COUNTERSIGN_HOME: holds `audit.key` where the environment names none, and the folder `audit-anchors`. */
  folder: string
}

export interface AuditKey {
  /** Says which key sealed an entry, and nothing about the key. */
  id: string
  secret: Buffer
}

export interface AuditKeys {
  /** Seals what is new. */
  current: AuditKey
  /** All that are known, by id. */
  known: ReadonlyMap<string, AuditKey>
}

const SHORTEST = 32
const keyFile = ({ folder }: AuditPlaces): string => path.join(folder, 'audit.key')

/** The keys of this machine. Throws `unavailable` where it has none, `invalid_input` where one is too short to be a key. */
export function readAuditKeys(places: AuditPlaces): AuditKeys {
  const file = keyFile(places)
  const text = places.key ?? (existsSync(file) ? readFileSync(file, 'utf8') : null)
  if (text !== null) return parseKeys(text, places.key === null ? file : 'COUNTERSIGN_AUDIT_KEY')
  throw new CountersignError(
    'unavailable',
    `The key of the audit log is not on this machine: neither COUNTERSIGN_AUDIT_KEY nor ${file} is there. A worker makes the file when it first starts; elsewhere, give the same key.`,
    { file },
  )
}

/** As {@link readAuditKeys}, and makes the file (readable by its owner alone) where there is no key yet. Safe to call from several processes at once. */
export async function openAuditKeys(places: AuditPlaces): Promise<AuditKeys> {
  if (places.key === null && !existsSync(keyFile(places))) await makeKeyFile(keyFile(places))
  return readAuditKeys(places)
}

/** Written aside and linked, so that nobody ever reads half a key and the first of several makers wins. */
async function makeKeyFile(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    await link(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    await rm(draft, { force: true })
  }
}

function parseKeys(text: string, source: string): AuditKeys {
  const secrets = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (secrets.length === 0 || secrets.some((secret) => secret.length < SHORTEST)) {
    throw new CountersignError('invalid_input', `${source} holds no key: at least ${SHORTEST} characters, best 64 hexadecimal ones.`, {
      source,
    })
  }
  const keys = secrets.map((secret): AuditKey => ({ id: idOf(secret), secret: Buffer.from(secret) }))
  const [current] = keys
  if (current === undefined) throw new CountersignError('internal', 'A list with keys has a first one.')
  return { current, known: new Map(keys.map((key) => [key.id, key])) }
}

const idOf = (secret: string): string => createHmac('sha256', secret).update('countersign audit key').digest('hex').slice(0, 8)
