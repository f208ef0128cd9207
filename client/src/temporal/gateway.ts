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
export function createTemporalGateway({ address, namespace }: TemporalAddress): TemporalGateway {
  let opened: Promise<{ connection: Connection; client: Client }> | null = null

  const open = async () => {
    // The SDK takes a while to load, and most calls of a command line never need it.
    const sdk = await import('@temporalio/client')
    const connection = sdk.Connection.lazy({ address })
    return { connection, client: new sdk.Client({ connection, namespace }) }
  }

  return {
    async call(milliseconds, body) {
      opened ??= open()
      const { client } = await opened
      try {
        return await client.withDeadline(Date.now() + milliseconds, () => body(client))
      } catch (cause) {
        throw (await isUnreachable(cause)) ? unreachable(address, cause) : cause
      }
    },
    async close() {
      const last = await opened
      opened = null
      await last?.connection.close()
    },
  }
}

async function isUnreachable(error: unknown): Promise<boolean> {
  const { isGrpcServiceError, ServiceError } = await import('@temporalio/client')
  return error instanceof ServiceError || isGrpcServiceError(error)
}

function unreachable(address: string, cause: unknown): CountersignError {
  const message = `Temporal at ${address} does not answer. Start it (countersign stack start) or check TEMPORAL_ADDRESS.`
  return new CountersignError('unavailable', message, { address }, { cause })
}
