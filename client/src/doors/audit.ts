import type { ClientContext } from '../context.ts'
import type { CountersignClient } from '../types.ts'
import { later } from './later.ts'

type AuditDoors = Pick<CountersignClient, 'listAudit' | 'verifyAudit' | 'listDeliveries' | 'retryDelivery'>

/** What happened, and who was told. */
export const auditDoors = (_context: ClientContext): AuditDoors => ({
  listAudit: later('listAudit'),
  verifyAudit: later('verifyAudit'),
  listDeliveries: later('listDeliveries'),
  retryDelivery: later('retryDelivery'),
})
