import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { until } from '../until.ts'
import type { DrillStage } from './stage.ts'

/** How much of each fault: as many as the goal asks for, or a few to see that the drill works. */
export interface Scale {
  kills: number
  runs: number
  /** Seconds that Temporal is away. */
  away: number
}

/** What a fault did: its runs, those under way while it struck, processes that died. */
export interface Struck {
  runs: string[]
  affected: Set<string>
  kills: number
  /** Why it could not be tried. */
  skipped?: string
}

export interface Fault {
  name: string
  strike(stage: DrillStage, scale: Scale): Promise<Struck>
}

const WORKERS = 2
const IN_FLIGHT = 12
/** Workers that are killed side by side. */
const SLOTS = 4
/** Milliseconds that a worker lives: long enough for what it has taken to come to something, now and then. */
const SHORTEST_LIFE = 100
const LONGEST_LIFE = 5_000

async function noteAffected({ unfinished }: DrillStage, { runs, affected }: Struck): Promise<number> {
  const left = await unfinished(runs)
  for (const { id } of left) affected.add(id)
  return left.length
}

const struck = (runs: string[] = []): Struck => ({ runs, affected: new Set(), kills: 0 })

/** Workers are killed at moments that nobody chooses, several at once, while runs keep coming. */
const killed: Fault = {
  name: 'worker killed (SIGKILL)',
  strike: async (stage, { kills }) => {
    const result = struck()
    const slot = async () => {
      while (result.kills < kills) {
        const worker = stage.pool.add()
        await worker.ready
        await pause(SHORTEST_LIFE + Math.random() * LONGEST_LIFE)
        await noteAffected(stage, result)
        await stage.pool.kill(worker)
        result.kills += 1
      }
    }
    const bring = async () => {
      while (result.kills < kills) {
        const missing = IN_FLIGHT - (await stage.unfinished(result.runs)).length
        if (missing > 0) result.runs.push(...(await stage.start(missing, 'drill')))
        await pause(200)
      }
    }
    await stage.pool.restart(0)
    await Promise.all([bring(), ...Array.from({ length: SLOTS }, slot)])
    await stage.pool.restart(WORKERS)
    return result
  },
}

/** A worker is stopped in the middle, another takes over, the first comes back and goes on with what it did. */
const frozen: Fault = {
  name: 'worker frozen (SIGSTOP), replaced, comes back',
  strike: async (stage, { runs }) => {
    const result = struck(await stage.start(runs, 'drill'))
    for (let times = 0; times < 4; times++) {
      const [first] = stage.pool.working
      await first?.ready
      await noteAffected(stage, result)
      first?.process.kill('SIGSTOP')
      await stage.pool.add().ready
      await pause(4_000)
      first?.process.kill('SIGCONT')
      await pause(500)
      if (first) await stage.pool.kill(first)
      result.kills += 1
      if ((await stage.unfinished(result.runs)).length < 4) result.runs.push(...(await stage.start(6, 'drill')))
    }
    return result
  },
}

const withoutMemory: Fault = {
  name: 'worker out of memory',
  strike: async (stage, { runs }) => {
    const before = stage.pool.died
    const result = struck(await stage.start(Math.ceil(runs / 2), 'drill', { hog: true }))
    result.runs.push(...(await stage.start(Math.ceil(runs / 2), 'drill')))
    await until('a worker runs out of memory', 120, async () => stage.pool.died > before)
    await noteAffected(stage, result)
    await stage.untilDone(result.runs, 240)
    result.kills = stage.pool.died - before
    return result
  },
}

const run = promisify(execFile)

/** The folder of files is a file system of 1 MB; room is made, and the parked runs are tried again as a group. */
const diskFull: Fault = {
  name: 'disk full (files)',
  strike: async (stage, { runs }) => {
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', stage.blobs]).then(
      () => true,
      () => false,
    )
    if (!mounted) return { ...struck(), skipped: 'a small file system cannot be mounted here' }
    try {
      const result = struck(await stage.start(runs, 'drill-disk', { bytes: 400_000 }))
      await until('runs are parked', 120, async () => {
        const left = await stage.unfinished(result.runs)
        return left.length > 0 && left.every(({ status }) => status === 'parked')
      })
      await noteAffected(stage, result)
      await run('mount', ['-o', 'remount,size=64m', stage.blobs])
      for (const { group } of await stage.client.listIncidentGroups()) {
        const batch = await stage.client.createBatch({ verb: 'retry', filter: { group } })
        await stage.client.startBatch(batch.id)
      }
      await stage.untilDone(result.runs, 120)
      return result
    } finally {
      await run('umount', ['-l', stage.blobs])
    }
  },
}

const postgresRestarted: Fault = {
  name: 'Postgres crashes and is started again',
  strike: async (stage, { runs }) => {
    const result = struck()
    for (let times = 0; times < 3; times++) {
      result.runs.push(...(await stage.start(Math.ceil(runs / 3), 'drill')))
      await pause(700)
      await noteAffected(stage, result)
      await stage.restartPostgres()
      result.kills += 1
    }
    return result
  },
}

/** People decide while Temporal cannot be reached, and start more. */
const temporalAway: Fault = {
  name: 'Temporal unreachable while people decide',
  strike: async (stage, { runs, away }) => {
    stage.answer(false)
    const result = struck(await stage.start(runs, 'drill'))
    await until('all runs ask', 120, async () => (await stage.unfinished(result.runs)).every(({ status }) => status === 'waiting'))
    await stage.proxy.cut()
    stage.answer(true)
    result.runs.push(...(await stage.start(5, 'drill')))
    await pause(away * 1000)
    await noteAffected(stage, result)
    await stage.proxy.mend()
    return result
  },
}

/** One worker is ten minutes ahead, the other ten minutes behind; both are killed in between. */
const clockSkew: Fault = {
  name: 'clocks of workers wrong by 10 minutes',
  strike: async (stage, { runs }) => {
    const result = struck()
    const TEN_MINUTES = 600_000
    for (const shifts of [
      [TEN_MINUTES, -TEN_MINUTES],
      [-TEN_MINUTES, TEN_MINUTES],
    ]) {
      result.runs.push(...(await stage.start(Math.ceil(runs / 2), 'drill')))
      await noteAffected(stage, result)
      result.kills += stage.pool.working.length
      await stage.pool.restart(WORKERS, shifts)
      await pause(1_500)
    }
    await stage.untilDone(result.runs, 120)
    await stage.pool.restart(WORKERS)
    return result
  },
}

export const FAULTS: readonly Fault[] = [killed, frozen, withoutMemory, diskFull, postgresRestarted, temporalAway, clockSkew]
