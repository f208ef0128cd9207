import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FAULTS, type Fault, type Scale, type Struck } from './drill/faults.ts'
import { type DrillStage, openDrillStage } from './drill/stage.ts'
import { buildDrillWorker } from './drill/worker-pool.ts'

// npm run drill: real processes, real servers of its own, real faults. `--small`: a few of each. Any other argument: only faults whose name holds it.
const FULL: Scale = { kills: 295, runs: 30, away: 60 }
const SMALL: Scale = { kills: 6, runs: 6, away: 5 }
const GOAL = { runs: 200, kills: 300 }
const WORKERS = 2

interface Row {
  fault: string
  runs: number
  affected: number
  recovered: number
  duplicated: number
  lost: number
  kills: number
  named: string[]
  skipped?: string
}

const isSmall = process.argv.includes('--small')
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
const faults = FAULTS.filter(({ name }) => wanted === undefined || name.toLowerCase().includes(wanted.toLowerCase()))
const say = (line: string) => process.stdout.write(`${line}\n`)

await buildDrillWorker()
const stage = await openDrillStage(await mkdtemp(path.join(tmpdir(), 'countersign-drill-')))
const rows: Row[] = []
try {
  await stage.pool.restart(WORKERS)
  for (const fault of faults) rows.push(await tryFault(fault, stage))
} finally {
  await stage.close()
}
report(rows)

/** Lets a fault strike, waits until its runs have ended, and looks at each of them. */
async function tryFault(fault: Fault, drill: DrillStage): Promise<Row> {
  const began = Date.now()
  const struck = await fault.strike(drill, isSmall ? SMALL : FULL)
  await drill.untilDone(struck.runs, 180)
  const row = await judge(fault, drill, struck)
  say(`${row.fault}: ${row.skipped ?? `${row.recovered} of ${row.runs} runs, ${Math.round((Date.now() - began) / 1000)} s`}`)
  return row
}

async function judge({ name }: Fault, drill: DrillStage, { runs, affected, kills, skipped }: Struck): Promise<Row> {
  const row: Row = {
    fault: name,
    runs: runs.length,
    affected: affected.size,
    recovered: 0,
    duplicated: 0,
    lost: 0,
    kills,
    named: drill.named(),
    skipped,
  }
  for (const run of runs) {
    const { recovered, duplicated, lost, what } = await drill.inspect(run)
    if (!recovered) say(`  ${run}: ${what}`)
    row.recovered += recovered ? 1 : 0
    row.duplicated += duplicated
    row.lost += lost
  }
  return row
}

function report(all: Row[]): void {
  const cells = (row: Row) => [
    row.fault,
    row.runs,
    row.affected,
    row.recovered,
    row.duplicated,
    row.lost,
    row.kills,
    row.skipped ?? row.named.join(', '),
  ]
  const head = ['fault', 'runs', 'affected', 'recovered', 'duplicated', 'lost', 'kills', 'named by the watchdog']
  const table = [head, ...all.map((row) => cells(row).map(String))]
  const widths = head.map((_, at) => Math.max(...table.map((line) => line[at]?.length ?? 0)))
  say('')
  for (const line of table)
    say(
      line
        .map((cell, at) => (at === 0 || at === head.length - 1 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
  const sum = (key: 'runs' | 'affected' | 'recovered' | 'duplicated' | 'lost' | 'kills') => all.reduce((total, row) => total + row[key], 0)
  const whole = isSmall || wanted !== undefined || (sum('runs') >= GOAL.runs && sum('kills') >= GOAL.kills)
  const ok = whole && sum('recovered') === sum('runs') && sum('duplicated') === 0 && sum('lost') === 0
  const figures = `${sum('runs')} runs, ${sum('kills')} kills, ${sum('affected')} affected, ${sum('recovered')} recovered, ${sum('duplicated')} effects duplicated, ${sum('lost')} effects lost`
  say(`drill: ${figures} (at least ${GOAL.runs} runs and ${GOAL.kills} kills; all, 0, 0): ${ok ? 'ok' : 'short'}`)
  if (!ok) process.exitCode = 1
}
