import { type Environment, readEnvironment } from '@countersign/client'
import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'

export interface WorkerEnvironment extends Environment {
  /** Slow nodes that run at once in this process. */
  concurrency: number
  /** Port of /healthz and /metrics on 127.0.0.1; null: none. */
  metricsPort: number | null
  logLevel: string
  /** Task queues to serve; undefined: all that the graphs use. */
  queues: string[] | undefined
}

const schema = z.object({
  COUNTERSIGN_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(4),
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
  COUNTERSIGN_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** Reads what the worker needs from the environment, once. Throws `invalid_input` that names the variable. */
export function readWorkerEnvironment(env: NodeJS.ProcessEnv): WorkerEnvironment {
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new CountersignError('invalid_input', `${issue?.path.join('.')} is not usable: ${issue?.message}.`)
  }
  const { COUNTERSIGN_CONCURRENCY, COUNTERSIGN_METRICS_PORT, COUNTERSIGN_LOG, COUNTERSIGN_QUEUES } = parsed.data
  return {
    ...readEnvironment(env),
    concurrency: COUNTERSIGN_CONCURRENCY,
    metricsPort: COUNTERSIGN_METRICS_PORT ?? null,
    logLevel: COUNTERSIGN_LOG,
    queues: COUNTERSIGN_QUEUES?.length ? COUNTERSIGN_QUEUES : undefined,
  }
}
