import { type Environment, readEnvironment } from '@countersign/client'
import { type NotificationSettings, readNotifications } from '@countersign/client/relay'
import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'

export interface WorkerEnvironment extends Environment {
  /** Slow nodes that run at once in this process. */
  concurrency: number
  /** Bytes that this process and those of its models and readers should stay below. */
  memory: number
  /** Port of /healthz and /metrics on 127.0.0.1; null: none. */
  metricsPort: number | null
  logLevel: string
  /** Task queues to serve; undefined: all that the graphs use. */
  queues: string[] | undefined
  /** Seconds between two anchors of a tenant's audit log. */
  anchorSeconds: number
  /** Who is told what; null: nobody. */
  notifications: NotificationSettings | null
}

const schema = z.object({
  COUNTERSIGN_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(4),
  COUNTERSIGN_MEMORY: z.coerce.number().int().min(512).max(1_000_000).default(1536),
  COUNTERSIGN_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  COUNTERSIGN_QUEUES: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((queue) => queue.trim())
        .filter(Boolean),
    )
    .optional(),
  COUNTERSIGN_ANCHOR_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
  COUNTERSIGN_NOTIFICATIONS: z.string().trim().min(1).optional(),
  COUNTERSIGN_CONSOLE_URL: z.url({ protocol: /^https?$/ }).optional(),
  COUNTERSIGN_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** Reads what the worker needs from the environment, once. Throws `invalid_input` that names the variable, or what is wrong with the settings of notifications. */
export function readWorkerEnvironment(env: NodeJS.ProcessEnv): WorkerEnvironment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = schema.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new CountersignError('invalid_input', `${issue?.path.join('.')} is not usable: ${issue?.message}.`)
  }
  const { COUNTERSIGN_CONCURRENCY, COUNTERSIGN_MEMORY, COUNTERSIGN_METRICS_PORT, COUNTERSIGN_LOG, COUNTERSIGN_QUEUES } = parsed.data
  const { COUNTERSIGN_ANCHOR_SECONDS, COUNTERSIGN_NOTIFICATIONS: file, COUNTERSIGN_CONSOLE_URL: consoleUrl = null } = parsed.data
  return {
    ...readEnvironment(env),
    concurrency: COUNTERSIGN_CONCURRENCY,
    memory: COUNTERSIGN_MEMORY * 2 ** 20,
    metricsPort: COUNTERSIGN_METRICS_PORT ?? null,
    logLevel: COUNTERSIGN_LOG,
    queues: COUNTERSIGN_QUEUES?.length ? COUNTERSIGN_QUEUES : undefined,
    anchorSeconds: COUNTERSIGN_ANCHOR_SECONDS,
    notifications: file === undefined ? null : readNotifications({ file, consoleUrl, env }),
  }
}
