import { type DeliveryRow, listDeliveries as list } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { type DeliveryFilter, type DeliveryView, deliveryFilterSchema } from '../schemas/audit.ts'
import type { Page } from '../schemas/page.ts'

/** A page of notifications, newest first. */
export async function listDeliveries({ database, tenant }: ClientContext, filter: DeliveryFilter = {}): Promise<Page<DeliveryView>> {
  const { items, next } = await list(database.db, { ...parseInput(deliveryFilterSchema, filter), tenant })
  return { items: items.map(deliveryView), next }
}

const deliveryView = (row: DeliveryRow): DeliveryView => ({
  id: row.id,
  event: row.event,
  channel: row.channel,
  recipient: row.recipient,
  review: row.review,
  run: row.run,
  status: row.status,
  attempts: row.attempts,
  nextAt: row.nextAt.toISOString(),
  lastError: row.lastError,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
})
