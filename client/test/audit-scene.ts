import { randomBytes } from 'node:crypto'
import { appendAudit } from '@countersign/db'
import { type SQL, sql } from 'drizzle-orm'
import type { AuditPlaces } from '../src/audit/audit-key.ts'
import { createSealer, type SealerOptions } from '../src/relay/seal-audit.ts'
import type { CountersignClient } from '../src/types.ts'
import { type Scene, setScene } from './scene.ts'

export interface AuditScene extends Scene {
  places: AuditPlaces
  warnings: string[]
  /** Writes so many entries of a tenant, as doors would. */
  record(tenant: string, entries: number): Promise<void>
  sealer(options?: Partial<SealerOptions>): ReturnType<typeof createSealer>
  /** Writes entries of a tenant and seals them. */
  sealed(tenant: string, entries: number): Promise<void>
  auditor(tenant: string): CountersignClient
  /** Does to the log what only the owner of the table can: with its triggers off. */
  tamper(statement: SQL | string): Promise<void>
}

/** A database of its own with a key for its log. */
export async function setAuditScene(): Promise<AuditScene> {
  const scene = await setScene()
  const places = { key: randomBytes(32).toString('hex'), folder: scene.folder }
  const warnings: string[] = []
  const log = { info: () => undefined, warn: (_details: object, message: string) => void warnings.push(message) }
  const sealer: AuditScene['sealer'] = (options = {}) => createSealer({ database: scene.database, places, log, ...options })
  const record = async (tenant: string, entries: number) => {
    for (let n = 1; n <= entries; n += 1)
      await appendAudit(scene.database.db, {
        tenant,
        actor: 'ada',
        event: 'comment.added',
        review: `rv_${n}`,
        data: { comment: `c_${n}`, mentions: ['bo'] },
      })
  }
  return {
    ...scene,
    places,
    warnings,
    record,
    sealer,
    async sealed(tenant, entries) {
      await record(tenant, entries)
      await sealer().sealAll()
    },
    auditor: (tenant) => scene.client({ tenant, audit: places }),
    tamper: (statement) =>
      scene.database.db.transaction(async (tx) => {
        await tx.execute(sql`alter table countersign.audit disable trigger user`)
        await tx.execute(typeof statement === 'string' ? sql.raw(statement) : statement)
        for (const trigger of ['audit_kept', 'audit_kept_whole', 'audit_unsealed_at_first'])
          await tx.execute(sql`alter table countersign.audit enable always trigger ${sql.identifier(trigger)}`)
      }),
  }
}
