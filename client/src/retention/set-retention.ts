import { setRetention as writeRetention } from '@countersign/db'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { type RetentionInput, retentionInputSchema } from '../schemas/retention.ts'
import { checkText } from '../storable.ts'

const settingSchema = z.object({ graph: z.string().min(1).max(200), policy: retentionInputSchema.nullable() })

/**
 * Sets the policy of a graph (`*`: of every graph that has none of its own) in place of the one before; `null` takes it away. Deletes
 * nothing by itself: the next application does. A graph need not be registered. Safe to repeat. Throws `invalid_input`.
 */
export async function setRetention({ tenant, user, database }: ClientContext, graph: string, policy: RetentionInput | null): Promise<void> {
  const wanted = parseInput(settingSchema, { graph, policy })
  checkText('The graph', wanted.graph)
  await database.db.transaction((tx) => writeRetention(tx, { ...wanted, tenant, by: user }))
}
