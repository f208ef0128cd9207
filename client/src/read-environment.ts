import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { AuditPlaces } from './audit/audit-key.ts'
import { describeIssues, sayIssues } from './parse-input.ts'
import { projectFolder } from './project-folder.ts'
import { readStack } from './read-stack.ts'

/** Where everything is and who acts. What console, command line and worker start from. */
export interface Environment {
  databaseUrl: string
  /** host:port */
  temporalAddress: string
  temporalNamespace: string
  tenant: string
  user: string
  /** A folder, or s3://bucket/prefix. */
  blobs: string
  /** Folder of this machine's servers, data and logs. */
  home: string
  /** Largest file that is taken in, in bytes. */
  maxBytes: number
  /** Where the key of the audit log and its anchors are. */
  audit: AuditPlaces
  /** Signs what reviewers are shown; null: the file `secret` in `home`. */
  secret: string | null
}

const HUNDRED_MEGABYTES = 100 * 1024 * 1024
const text = z.string().trim().min(1)
const name = text.max(100).regex(/^[^\s/\\\0]+$/, 'must not contain spaces or slashes')

const variablesSchema = z.object({
  COUNTERSIGN_HOME: text.optional(),
  DATABASE_URL: text.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://').optional(),
  TEMPORAL_ADDRESS: text.regex(/^[^\s/]+:\d+$/, 'must be host:port').optional(),
  TEMPORAL_NAMESPACE: text.default('default'),
  COUNTERSIGN_TENANT: name.default('default'),
  COUNTERSIGN_USER: text.max(100).optional(),
  COUNTERSIGN_BLOBS: text.optional(),
  COUNTERSIGN_SECRET: text.min(32, 'must have at least 32 characters').optional(),
  COUNTERSIGN_AUDIT_KEY: text.optional(),
  COUNTERSIGN_MAX_BYTES: z.coerce.number('must be a number of bytes').int().positive().default(HUNDRED_MEGABYTES),
})

/**
 * Reads the environment once. Addresses that are not set are those of the servers that `countersign stack start` started
 * in COUNTERSIGN_HOME. Throws CountersignError `invalid_input` that names the variable, `unavailable` when nothing is started.
 */
export function readEnvironment(env: Record<string, string | undefined> = process.env): Environment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = variablesSchema.safeParse(set)
  if (!parsed.success) {
    const issues = describeIssues(parsed.error)
    throw new CountersignError('invalid_input', `The environment is not usable: ${sayIssues(issues)}.`, { issues })
  }
  const variables = parsed.data
  const home = path.resolve(variables.COUNTERSIGN_HOME ?? path.join(projectFolder(), '.countersign'))
  const { databaseUrl, temporalAddress } = findServers(home, variables.DATABASE_URL, variables.TEMPORAL_ADDRESS)
  return {
    databaseUrl,
    temporalAddress,
    temporalNamespace: variables.TEMPORAL_NAMESPACE,
    tenant: variables.COUNTERSIGN_TENANT,
    user: variables.COUNTERSIGN_USER ?? os.userInfo().username,
    blobs: variables.COUNTERSIGN_BLOBS ?? path.join(home, 'blobs'),
    home,
    maxBytes: variables.COUNTERSIGN_MAX_BYTES,
    audit: { key: variables.COUNTERSIGN_AUDIT_KEY ?? null, folder: home },
    secret: variables.COUNTERSIGN_SECRET ?? null,
  }
}

function findServers(home: string, database: string | undefined, temporal: string | undefined) {
  if (database !== undefined && temporal !== undefined) return { databaseUrl: database, temporalAddress: temporal }
  const file = path.join(home, 'stack.json')
  const stack = existsSync(file) ? readStack(file, readFileSync(file, 'utf8')) : { databaseUrl: null, temporalAddress: null }
  return {
    databaseUrl: database ?? stack.databaseUrl ?? notStarted('DATABASE_URL', 'Postgres', home),
    temporalAddress: temporal ?? stack.temporalAddress ?? notStarted('TEMPORAL_ADDRESS', 'Temporal', home),
  }
}

function notStarted(variable: string, server: string, home: string): never {
  const message = `${variable} is not set and no ${server} was started in ${home}. Run: countersign stack start`
  throw new CountersignError('unavailable', message, { variable })
}
