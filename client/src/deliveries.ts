import { deliver, type Message } from './temporal/deliver.ts'
import type { TemporalGateway } from './temporal/gateway.ts'

/** First deliveries, made by the door right after its commit and not waited for: the relay repeats what fails. */
export interface Deliveries {
  /** Delivers in the background. Never rejects. */
  begin(message: Message): void
  /** Waits for what is under way, at most `milliseconds`. */
  settle(milliseconds: number): Promise<void>
}

const DEADLINE = 5_000

export function createDeliveries(temporal: TemporalGateway): Deliveries {
  const underWay = new Set<Promise<void>>()
  return {
    begin(message) {
      const delivery = temporal
        .call(DEADLINE, (client) => deliver(client, message))
        // Owed in the outbox all the same.
        .catch(() => undefined)
        .finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    },
    async settle(milliseconds) {
      if (underWay.size === 0) return
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds)
      })
      await Promise.race([Promise.all(underWay), patience])
      clearTimeout(timer)
    },
  }
}
