import { z } from 'zod'
import { parseInput } from '../parse-input.ts'
import { checkText } from '../storable.ts'

const reasonSchema = z.object({ reason: z.string().trim().max(4000).optional() })

/** Why something was done, as the audit log keeps it; null where nobody said. Throws `invalid_input`. */
export function parseReason(reason: string | undefined): string | null {
  const given = parseInput(reasonSchema, { reason }).reason
  checkText('The reason', given ?? '')
  return given || null
}
