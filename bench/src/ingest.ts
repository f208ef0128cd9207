import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createModels, type Models, readModelsConfig } from '@countersign/activities'
import { fetchModels } from '@countersign/infra/local'
import { makeScannedPdf, makeTextPdf } from './ingest/make-pdfs.ts'
import { plainLoop } from './ingest/plain-loop.ts'
import { type Platform, startPlatform } from './ingest/platform.ts'
import { type Goal, report } from './report.ts'

// bench:ingest: pages a second of PDFs with text and of scanned ones, through the platform beside the same libraries in a plain loop.
const LOOPS = 2
const LONG_PAGES = Number(process.env.BENCH_TEXT_PAGES ?? 1000)
const ROUND_PAGES = Number(process.env.BENCH_ROUND_PAGES ?? 192)
const SCANNED_PAGES = Number(process.env.BENCH_SCANNED_PAGES ?? 12)
/** Both sides take turns, so that a busy machine is busy for both; the middle of the rounds counts. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const MOST_OVERHEAD = 0.1
const MOST_MEMORY = 1536

interface Round {
  platform: number
  plain: number
}

const overheadOf = ({ platform, plain }: Round): number => platform / plain - 1
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

/** Rounds of the same number of pages, each with pages of its own; who comes first changes. */
async function takeTurns(
  platform: Platform,
  make: (round: number) => Promise<Uint8Array>,
  name: string,
  ocr: Models['ocr'],
): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = await make(round)
    const own = () => platform.read(`${name}-${round}.pdf`, bytes)
    const plain = () => plainLoop(bytes, { loops: LOOPS, ocr })
    if (round % 2 === 0) rounds.push({ platform: await own(), plain: await plain() })
    else {
      const first = await plain()
      rounds.push({ platform: await own(), plain: first })
    }
  }
  return rounds
}

function judge(what: string, pages: number, rounds: readonly Round[]): Goal {
  const sorted = [...rounds].sort((a, b) => overheadOf(a) - overheadOf(b))
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? { platform: 0, plain: 0 }
  const { platform, plain } = middle
  const each = rounds.length > 1 ? ` (${rounds.map((round) => percent(overheadOf(round))).join(', ')})` : ''
  const perPage = ((platform - plain) / pages) * 1000
  return {
    name: `${pages} ${what} pages`,
    measured: `${(pages / platform).toFixed(1)} a second, plain loop ${(pages / plain).toFixed(1)}: ${perPage.toFixed(1)} ms more a page, ${percent(overheadOf(middle))}${each}`,
    goal: `less than ${percent(MOST_OVERHEAD)} more`,
    ok: overheadOf(middle) < MOST_OVERHEAD,
  }
}

async function measure(platform: Platform, models: Models): Promise<Goal[]> {
  const goals: Goal[] = []
  // Threads, models and caches of both sides are loaded before anything counts.
  const warm = await makeTextPdf(20)
  await platform.read('warm.pdf', warm)
  await plainLoop(warm, { loops: LOOPS, ocr: null })
  if (ROUND_PAGES > 0) {
    goals.push(judge('text', ROUND_PAGES, await takeTurns(platform, (round) => makeTextPdf(ROUND_PAGES, round + 1), 'text', null)))
  }
  if (SCANNED_PAGES > 0) {
    const scan = await makeScannedPdf(1)
    await platform.read('warm-scan.pdf', scan)
    await plainLoop(scan, { loops: 1, ocr: models.ocr })
    const make = (round: number) => makeScannedPdf(SCANNED_PAGES, round + 1)
    goals.push(judge('scanned', SCANNED_PAGES, await takeTurns(platform, make, 'scanned', models.ocr)))
  }
  if (LONG_PAGES > 0) {
    const bytes = await makeTextPdf(LONG_PAGES)
    const before = platform.memory().now
    const own = await platform.read('long.pdf', bytes)
    const grown = platform.memory().now - before
    goals.push(judge('text', LONG_PAGES, [{ platform: own, plain: await plainLoop(bytes, { loops: LOOPS, ocr: null }) }]))
    goals.push(
      memoryGoal("the worker's memory", platform.memory().most, `, ${grown.toFixed(0)} MB more after ${LONG_PAGES} pages than before`),
    )
  }
  goals.push(memoryGoal('the worker with all its processes', platform.memory().mostOfTree, ''))
  return goals
}

const memoryGoal = (name: string, megabytes: number, more: string): Goal => ({
  name,
  measured: `${megabytes.toFixed(0)} MB at most${more}`,
  goal: `at most ${MOST_MEMORY} MB`,
  ok: megabytes <= MOST_MEMORY,
})

const home = await mkdtemp(path.join(tmpdir(), 'countersign-bench-ingest-'))
const models = createModels(readModelsConfig({ ...process.env, COUNTERSIGN_MODELS: await fetchModels(), COUNTERSIGN_OCR: 'local' }))
try {
  const platform = await startPlatform(home, LOOPS)
  try {
    report('bench:ingest', await measure(platform, models))
  } finally {
    await platform.close()
  }
} finally {
  await models.close()
  await rm(home, { recursive: true, force: true })
}
process.exit()
