import pg from 'pg'

export interface Listener {
  /** Ends the connection. Safe to repeat. */
  close(): Promise<void>
}

export interface ListenOptions {
  url: string
  channel: string
  onMessage: (payload: string) => void
  /** The connection is up. `again`: it had been lost, so messages may have been missed. */
  onConnected?: (again: boolean) => void
  onError?: (error: Error) => void
}

const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5_000

/**
 * Listens on a Postgres channel over a connection of its own, and connects again by itself when that is lost
 * (after 0.1 s, then twice as long each time, at most 5 s). Returns at once; `onConnected` says when it listens.
 */
export function listen(options: ListenOptions): Listener {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let pause = FIRST_PAUSE
  let connectedBefore = false
  let closed = false

  const retry = (error: Error | null): void => {
    if (closed || timer !== null) return
    if (error) options.onError?.(error)
    timer = setTimeout(() => {
      timer = null
      connect()
    }, pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  const connect = (): void => {
    const fresh = new pg.Client({
      connectionString: options.url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      application_name: `listen ${options.channel}`,
    })
    client = fresh
    // A client reports its loss through either event, depending on who hung up.
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh, null))
    fresh.on('notification', (message) => options.onMessage(message.payload ?? ''))
    openChannel(fresh, options.channel).then(
      () => {
        pause = FIRST_PAUSE
        if (!closed) options.onConnected?.(connectedBefore)
        connectedBefore = true
      },
      (error: unknown) => lose(fresh, error instanceof Error ? error : new Error(String(error))),
    )
  }

  const lose = (lost: pg.Client, error: Error | null): void => {
    if (client !== lost) return
    client = null
    lost.end().catch(() => undefined)
    retry(error)
  }

  connect()
  return {
    close: async () => {
      closed = true
      if (timer) clearTimeout(timer)
      const last = client
      client = null
      await last?.end().catch(() => undefined)
    },
  }
}

async function openChannel(client: pg.Client, channel: string): Promise<void> {
  await client.connect()
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}
