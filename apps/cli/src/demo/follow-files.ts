import type { CountersignClient, RunDetail } from '@countersign/client'
import { followRuns } from '../follow-runs.ts'
import { outcomeOf, type TrackedFile } from './outcome.ts'

/** Told about a file whose run has moved since the last time. */
type OnMove = (file: TrackedFile) => void

/**
 * Keeps the files' runs up to date until all have ended (`untilEnded`) or `signal` aborts.
 * `onMove` is called for each that moved, `afterEach` once per look with all of them.
 */
export async function followFiles(
  client: CountersignClient,
  files: readonly TrackedFile[],
  options: { signal: AbortSignal; untilEnded: boolean; elapsed: () => number; onMove: OnMove; afterEach?: () => Promise<void> },
): Promise<void> {
  const ids = files.flatMap(({ run }) => run ?? [])
  if (ids.length === 0) return
  for await (const runs of followRuns(client, ids, options.signal)) {
    const byId = new Map(runs.map((run) => [run.id, run]))
    for (const file of files) {
      const run = file.run === null ? undefined : byId.get(file.run)
      if (run !== undefined && note(file, run, options.elapsed())) options.onMove(file)
    }
    await options.afterEach?.()
    if (options.untilEnded && files.every((file) => outcomeOf(file).ended)) return
  }
}

/** Takes the run's new state over; answers whether that says anything new. */
function note(file: TrackedFile, run: RunDetail, elapsed: number): boolean {
  const before = file.detail
  file.detail = run
  file.endedAt = outcomeOf(file).ended ? (file.endedAt ?? elapsed) : null
  return before === null || before.status !== run.status || before.step !== run.step || before.next.join() !== run.next.join()
}
