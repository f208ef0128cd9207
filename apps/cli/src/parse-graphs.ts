import type { GraphDescription } from '@countersign/client'
import { CommandError } from './command-error.ts'

/** Graphs as a worker describes them, from JSON. Throws `invalid_input` that says what `what` lacks. */
export async function parseGraphs(text: string, what: string): Promise<GraphDescription[]> {
  const [{ graphDescriptionSchema }, { z }] = await Promise.all([import('@countersign/client/contract'), import('zod')])
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new CommandError('invalid_input', `${what} is not JSON.`)
  }
  const parsed = z.array(graphDescriptionSchema).safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CommandError('invalid_input', `${what} is no list of graphs: ${issue?.path.join('.')} ${issue?.message}.`)
}
