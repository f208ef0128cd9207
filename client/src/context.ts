import type { BlobStore, Database } from '@countersign/db'
import type { Actor } from '@countersign/workflows/contract'
import type { ChangeHub } from './change-hub.ts'
import type { Deliveries } from './deliveries.ts'
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
  /** Largest file that is taken in, in bytes. */
  maxBytes: number
}
