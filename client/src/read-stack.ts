import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'

/** What `stack start` writes: ports are kept over restarts, `running` holds the servers that are up. */
const stackSchema = z.object({
  password: z.string().optional(),
  ports: z.object({ postgres: z.number().optional(), temporal: z.number().optional() }).default({}),
  running: z.object({ postgres: z.object({}).optional(), temporal: z.object({}).optional() }).default({}),
})

/** Addresses of the servers that a stack file says are running; null for one that is not. */
export function readStack(file: string, content: string): { databaseUrl: string | null; temporalAddress: string | null } {
  const { password, ports, running } = parse(file, content)
  return {
    databaseUrl:
      running.postgres && ports.postgres && password
        ? `postgres://countersign:${encodeURIComponent(password)}@127.0.0.1:${ports.postgres}/countersign`
        : null,
    temporalAddress: running.temporal && ports.temporal ? `127.0.0.1:${ports.temporal}` : null,
  }
}

function parse(file: string, content: string): z.infer<typeof stackSchema> {
  try {
    return stackSchema.parse(JSON.parse(content))
  } catch (cause) {
    throw new CountersignError(
      'invalid_input',
      `${file} cannot be read as the state of a stack. Run: countersign stack start`,
      { file },
      { cause },
    )
  }
}
