import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuditKey } from './audit-key.ts'

/** What is sealed: an entry as it is stored. */
export interface EntryContent {
  seq: number
  tenant: string
  at: Date
  actor: string
  event: string
  run: string | null
  review: string | null
  document: string | null
  data: Record<string, unknown>
}

/**
 * The two authentication codes of an entry (HMAC-SHA256, RFC 2104), as `v1.KEY.POSITION.ENTRY.CHAIN` in base64url.
 * ENTRY covers the entry and its position, so that each can be checked alone; CHAIN covers the CHAIN of the entry before and this
 * ENTRY, so that two histories cannot be mixed.
 */
export interface Seal {
  key: string
  position: number
  entry: string
  chain: string
}

const SEAL = /^v1\.([0-9a-f]{8})\.([1-9]\d{0,15})\.([\w-]{43})\.([\w-]{43})$/

export const writeSeal = ({ key, position, entry, chain }: Seal): string => `v1.${key}.${position}.${entry}.${chain}`

/** Reads a seal; null where it is none. */
export function readSeal(mac: string | null): Seal | null {
  const [, key, position, entry, chain] = SEAL.exec(mac ?? '') ?? []
  if (key === undefined || position === undefined || entry === undefined || chain === undefined) return null
  return { key, position: Number(position), entry, chain }
}

/** Seals an entry at a position, behind the entry whose CHAIN is given; the first of a tenant comes behind ''. */
export function sealEntry(key: AuditKey, content: EntryContent, position: number, before: string): Seal {
  const entry = codeOfEntry(key, content, position)
  return { key: key.id, position, entry, chain: codeOfChain(key, before, entry) }
}

/** Whether the entry is, at its position, what was sealed with this key. */
export const isGenuine = (key: AuditKey, content: EntryContent, seal: Seal): boolean =>
  same(codeOfEntry(key, content, seal.position), seal.entry)

/** Whether the seal comes right behind the one with the given CHAIN. */
export const comesBehind = (key: AuditKey, seal: Seal, before: string): boolean => same(codeOfChain(key, before, seal.entry), seal.chain)

const codeOfChain = (key: AuditKey, before: string, entry: string): string =>
  createHmac('sha256', key.secret).update(`countersign audit chain\n${before}\n${entry}`).digest('base64url')

function codeOfEntry(key: AuditKey, content: EntryContent, position: number): string {
  const { seq, tenant, at, actor, event, run, review, document, data } = content
  const text = canonicalJson({ seq, tenant, at: at.toISOString(), actor, event, run, review, document, data, position })
  return createHmac('sha256', key.secret).update(`countersign audit entry\n${text}`).digest('base64url')
}

export function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** JSON with sorted keys and without spaces, as RFC 8785 has it. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
