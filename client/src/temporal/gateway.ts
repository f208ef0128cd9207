import { CountersignError } from '@countersign/workflows/contract'
import type { Client, Connection } from '@temporalio/client'

/** Temporal, opened on first use, so that reading and deciding need none of it. */
export interface TemporalGateway {
  /** Calls Temporal within `milliseconds`; throws CountersignError `unavailable` when it cannot be reached in time. */
  call<T>(milliseconds: number, body: (client: Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface TemporalAddress {
  /** host:port of the gRPC service. */
  address: string
  namespace: string
}

/** A gateway to the Temporal server at `address`. Opens nothing by itself; loses nothing when the server restarts. */
export function createTemporalGateway(where: TemporalAddress): TemporalGateway {
  let opened: Promise<{ connection: Connection; client: Client }> | null = null

  return {
    async call(milliseconds, body) {
      opened ??= openTemporal(where)
      const { client } = await opened
      try {
        return await client.withDeadline(Date.now() + milliseconds, () => body(client))
      } catch (cause) {
        throw (await isUnreachable(cause)) ? unreachable(where.address, cause) : cause
      }
    },
    async close() {
      const last = await opened
      opened = null
      await last?.connection.close()
    },
  }
}

/**
 * A Temporal client that connects on its first call. It is back within 2 s of the server's return (gRPC's own limit is 2 minutes),
 * and does not repeat calls by itself: what must arrive is in the outbox, and a repeat after `close` would crash the process.
 */
export async function openTemporal({ address, namespace }: TemporalAddress): Promise<{ connection: Connection; client: Client }> {
  // The SDK takes a while to load, and most calls of a command line never need it.
  const sdk = await import('@temporalio/client')
  const channelArgs = { 'grpc.initial_reconnect_backoff_ms': 200, 'grpc.max_reconnect_backoff_ms': 2_000 }
  const connection = sdk.Connection.lazy({ address, channelArgs, interceptors: [] })
  return { connection, client: new sdk.Client({ connection, namespace }) }
}

async function isUnreachable(error: unknown): Promise<boolean> {
  const { isGrpcServiceError, ServiceError } = await import('@temporalio/client')
  return error instanceof ServiceError || isGrpcServiceError(error)
}

function unreachable(address: string, cause: unknown): CountersignError {
  const message = `Temporal at ${address} does not answer. Start it (countersign stack start) or check TEMPORAL_ADDRESS.`
  return new CountersignError('unavailable', message, { address }, { cause })
}
