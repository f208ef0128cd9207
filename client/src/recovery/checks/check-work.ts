import { countOwed, countParked, countStalls, type Db, type StallReason } from '@countersign/db'
import type { Check } from '../diagnose.ts'
import { count, fail, ok, warn } from './check.ts'

const LATE_SECONDS = 30
const BACKLOG = 1_000

/** What to do about each reason that nothing moves a run. */
const STALL_ADVICE: Record<StallReason, string> = {
  decided_not_resumed: 'Check that a worker and Temporal run; the relay repeats the message until the run has taken it in.',
  not_started: 'Check that Temporal answers; the relay repeats the start.',
  no_worker: 'Start a worker for the queue: countersign runs list --stalled shows which.',
  heartbeat_lost:
    'The worker of a node was killed, or is frozen or cut off. Another takes the node over after its heartbeat timeout; start one if none is left.',
  workflow_lost: 'It was started again where it stood. If it happens again and again, look at the retention and the disk of Temporal.',
}

/** What is owed, what stands still, what is parked: of all tenants. */
export async function checkWork(db: Db): Promise<Check[]> {
  const [owed, stalls, parked] = await Promise.all([countOwed(db, { seconds: LATE_SECONDS }), countStalls(db), countParked(db)])
  return [checkOutbox(owed), ...checkStalls(stalls), checkParked(parked)]
}

function checkOutbox({ owed, decidedNotResumed }: { owed: number; decidedNotResumed: number }): Check {
  if (decidedNotResumed > 0) {
    const detail = `${count(decidedNotResumed, 'decision')} not taken in for ${LATE_SECONDS} s, of ${count(owed, 'message')} owed`
    return fail('outbox', detail, STALL_ADVICE.decided_not_resumed)
  }
  if (owed > BACKLOG) return warn('outbox', `${owed} messages are owed to Temporal`, 'Start more workers if it does not shrink.')
  return ok('outbox', owed === 0 ? 'nothing is owed to Temporal' : `${count(owed, 'message')} on the way`)
}

function checkStalls(stalls: Partial<Record<StallReason, number>>): Check[] {
  const reasons = Object.entries(STALL_ADVICE).flatMap(([reason, advice]) => {
    const runs = Object.entries(stalls).find(([name]) => name === reason)?.[1] ?? 0
    return runs === 0 ? [] : [warn('stalls', `${count(runs, 'run')}: ${reason.replaceAll('_', ' ')}`, advice)]
  })
  return reasons.length > 0 ? reasons : [ok('stalls', 'no run stands still')]
}

function checkParked({ parked, groups }: { parked: number; groups: number }): Check {
  if (parked === 0) return ok('parked', 'no run is parked')
  const detail = `${count(parked, 'incident')} in ${count(groups, 'group')}`
  return warn('parked', detail, 'Retry, edit, skip or abort them: countersign incidents list, or the console under Incidents.')
}
