import { exportAudit } from '../audit/export-audit.ts'
import { listAudit } from '../audit/list-audit.ts'
import { listDeliveries } from '../audit/list-deliveries.ts'
import { retryDelivery } from '../audit/retry-delivery.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import type { ClientContext } from '../context.ts'
import type { CountersignClient } from '../types.ts'

type AuditDoors = Pick<CountersignClient, 'listAudit' | 'verifyAudit' | 'exportAudit' | 'listDeliveries' | 'retryDelivery'>

/** What happened, and who was told. */
export const auditDoors = (context: ClientContext): AuditDoors => ({
  listAudit: (filter) => listAudit(context, filter),
  verifyAudit: (input) => verifyAudit(context, input),
  exportAudit: (filter) => exportAudit(context, filter),
  listDeliveries: (filter) => listDeliveries(context, filter),
  retryDelivery: (delivery) => retryDelivery(context, delivery),
})
