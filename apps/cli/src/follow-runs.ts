import { setTimeout as sleep } from 'node:timers/promises'
import type { CountersignClient, RunDetail } from '@countersign/client'
import { createAlarm } from '@countersign/client/alarm'

/** How long a change may go unnoticed when the database's notification is lost (milliseconds). */
const LOOK_AGAIN = 1_000
const STATES_AT_REST = new Set<RunDetail['status']>(['waiting', 'parked', 'done', 'aborted', 'cancelled'])

/** Whether nothing happens to the run by itself any more: it is finished, or a person is needed. */
function isAtRest(run: Pick<RunDetail, 'status'>): boolean {
  return STATES_AT_REST.has(run.status)
}

/**
 * The runs with these ids, again each time one of them changed, until the consumer stops or `signal` aborts.
 * Built on the client's notifications, with a slow look for what they missed. Reads only runs that changed.
 */
export async function* followRuns(client: CountersignClient, ids: Iterable<string>, signal: AbortSignal): AsyncGenerator<RunDetail[]> {
  const wanted = [...new Set(ids)]
  const known = new Map<string, RunDetail>()
  const stale = new Set(wanted)
  const stop = new AbortController()
  const bell = createAlarm()
  const end = AbortSignal.any([signal, stop.signal])
  end.addEventListener('abort', bell.ring, { once: true })
  const watching = noteChanges(client, end, (run) => {
    if (wanted.includes(run)) stale.add(run)
    bell.ring()
  })
  try {
    while (!end.aborted) {
      const changed = await Promise.all([...stale].map((id) => client.getRun(id)))
      stale.clear()
      for (const run of changed) known.set(run.id, run)
      if (changed.length > 0) yield wanted.flatMap((id) => known.get(id) ?? [])
      if (await bell.sleep(LOOK_AGAIN)) continue
      for (const run of known.values()) if (run.status !== 'done') stale.add(run.id)
    }
  } finally {
    stop.abort()
    await watching
  }
}

/** Follows runs until each is at rest and answers them as they are then. With a `signal` that aborts: as they are at that time. */
export async function waitForRuns(
  client: CountersignClient,
  ids: Iterable<string>,
  signal: AbortSignal,
  onChange?: (runs: readonly RunDetail[]) => void,
): Promise<RunDetail[]> {
  let latest: RunDetail[] = []
  for await (const runs of followRuns(client, ids, signal)) {
    latest = runs
    onChange?.(runs)
    if (runs.every(isAtRest)) break
  }
  return latest
}

async function noteChanges(client: CountersignClient, signal: AbortSignal, onChange: (run: string) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const change of client.watch(signal)) if (change.run !== null) onChange(change.run)
    } catch {
      // A lost connection costs freshness only: the slow look goes on, and fails itself if the database is gone.
    }
    await sleep(LOOK_AGAIN, undefined, { signal }).catch(() => undefined)
  }
}
