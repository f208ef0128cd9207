import type { CountersignClient, RunDetail } from '@countersign/client'
import { waitForRuns } from './follow-runs.ts'
import { formatCount } from './output/format-values.ts'
import type { Session } from './session.ts'

/** Waits until each run has ended or needs a person, at most `seconds`, and shows how far that is. Ctrl-C ends the waiting, never the runs. */
export async function waitAtRest(
  { printer, context }: Session,
  client: CountersignClient,
  ids: readonly string[],
  seconds?: number,
): Promise<RunDetail[]> {
  if (ids.length === 0) return []
  const { signal } = context
  const end = seconds === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
  const runs = await waitForRuns(client, ids, end, (seen) => {
    const moving = seen.filter(({ status }) => status === 'running').length
    printer.progress(`${formatCount(ids.length, 'run')}, ${moving} under way`)
  })
  printer.progress(null)
  signal.throwIfAborted()
  return runs
}
