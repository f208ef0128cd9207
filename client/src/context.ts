import type { BlobStore, Database } from '@countersign/db'
import type { Actor } from '@countersign/workflows/contract'
import type { AuditPlaces } from './audit/audit-key.ts'
import type { ChangeHub } from './change-hub.ts'
import type { Deliveries } from './deliveries.ts'
import type { Tickets } from './reviews/tickets.ts'
import type { Seal } from './seal.ts'
import type { TemporalGateway } from './temporal/gateway.ts'

/** What every use case of the client works with: who acts, for which tenant, over which connections. */
export interface ClientContext {
  actor: Actor
  /** The actor's tenant and name: what queries and rows carry. */
  tenant: string
  user: string
  database: Database
  blobs: BlobStore
  temporal: TemporalGateway
  deliveries: Deliveries
  changes: ChangeHub
  tickets: Tickets
  /** Makes secret answers unreadable before they are written. */
  seal: Seal
  /** A decision must carry the ticket of what was shown. */
  requireTicket: boolean
  /** Largest file that is taken in, in bytes. */
  maxBytes: number
  /** Where the key of the audit log and its anchors are; null where they are not for this client. */
  audit: AuditPlaces | null
}
