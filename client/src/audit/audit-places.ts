import path from 'node:path'
import { projectFolder } from '../project-folder.ts'
import type { AuditPlaces } from './audit-key.ts'

/** Where the key of the audit log is, by the environment alone: to verify an export no server is needed. */
export function readAuditPlaces(env: Record<string, string | undefined>): AuditPlaces {
  const home = env.COUNTERSIGN_HOME?.trim() || path.join(projectFolder(), '.countersign')
  return { key: env.COUNTERSIGN_AUDIT_KEY?.trim() || null, folder: path.resolve(home) }
}
