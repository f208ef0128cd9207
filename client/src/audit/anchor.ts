import { createHmac } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { AuditKey, AuditKeys, AuditPlaces } from './audit-key.ts'
import { canonicalJson, same } from './seal-entry.ts'

/** Says that the tenant's log reached this entry at this time. Kept away from the database, it shows when the end of the log was cut off. */
export interface Anchor {
  tenant: string
  at: string
  position: number
  /** CHAIN of the seal at the position. */
  chain: string
}

const anchorLineSchema = z.object({
  tenant: z.string(),
  at: z.string(),
  position: z.number().int().min(1),
  chain: z.string(),
  key: z.string(),
  signature: z.string(),
})

const sign = (key: AuditKey, { tenant, at, position, chain }: Anchor): string =>
  createHmac('sha256', key.secret)
    .update(`countersign audit anchor\n${canonicalJson({ tenant, at, position, chain })}`)
    .digest('base64url')

/** One line of JSON, signed. */
export const writeAnchor = (key: AuditKey, anchor: Anchor): string =>
  JSON.stringify({ ...anchor, key: key.id, signature: sign(key, anchor) })

/** What a file of anchors says: those that are signed with a known key, and the numbers of the lines that are not. */
export interface ReadAnchors {
  anchors: Anchor[]
  forged: number[]
}

/** Reads the anchors of one tenant from lines of JSON; anchors of others and empty lines are passed over. */
export function readAnchors(text: string, { tenant, keys }: { tenant: string; keys: AuditKeys }): ReadAnchors {
  const read: ReadAnchors = { anchors: [], forged: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = anchorLineSchema.safeParse(parseJson(line))
    const key = parsed.success ? keys.known.get(parsed.data.key) : undefined
    if (!parsed.success || key === undefined || !same(sign(key, parsed.data), parsed.data.signature)) read.forged.push(index + 1)
    else if (parsed.data.tenant === tenant) read.anchors.push(parsed.data)
  }
  return read
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** A name as the name of a file, whatever is in it. */
const anchorFile = ({ folder }: AuditPlaces, tenant: string): string =>
  path.join(folder, 'audit-anchors', `${encodeURIComponent(tenant).replace(/^\./, '%2E')}.jsonl`)

/** Adds a signed line to the tenant's file of anchors. */
export async function keepAnchor(places: AuditPlaces, key: AuditKey, anchor: Anchor): Promise<void> {
  const file = anchorFile(places, anchor.tenant)
  await mkdir(path.dirname(file), { recursive: true })
  await appendFile(file, `${writeAnchor(key, anchor)}\n`, { mode: 0o600 })
}

/** The text of the tenant's file of anchors on this machine; empty where there is none. */
export async function loadAnchors(places: AuditPlaces, tenant: string): Promise<string> {
  try {
    return await readFile(anchorFile(places, tenant), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
