import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createModels, readModelsConfig } from '@countersign/activities'
import { fetchModels } from '@countersign/infra/local'
import { makeScannedPdf, makeTextPdf } from './ingest/make-pdfs.ts'
import { plainLoop } from './ingest/plain-loop.ts'
import { startPlatform } from './ingest/platform.ts'
import { type Goal, report } from './report.ts'

// bench:ingest: pages a second of a PDF with text and of a scanned one, through the platform beside the same libraries in a plain loop.
const LOOPS = 2
const TEXT_PAGES = Number(process.env.BENCH_TEXT_PAGES ?? 1000)
const SCANNED_PAGES = Number(process.env.BENCH_SCANNED_PAGES ?? 12)
const MOST_OVERHEAD = 0.1
const MOST_MEMORY = 1536

const home = await mkdtemp(path.join(tmpdir(), 'countersign-bench-ingest-'))
const models = createModels(readModelsConfig({ ...process.env, COUNTERSIGN_MODELS: await fetchModels(), COUNTERSIGN_OCR: 'local' }))
const goals: Goal[] = []

function compare(what: string, pages: number, platform: number, plain: number): void {
  const overhead = platform / plain - 1
  const perPage = ((platform - plain) / pages) * 1000
  goals.push({
    name: `${pages} ${what} pages`,
    measured: `${(pages / platform).toFixed(1)} a second, plain loop ${(pages / plain).toFixed(1)}: ${perPage.toFixed(1)} ms more a page, ${(overhead * 100).toFixed(0)} %`,
    goal: `less than ${MOST_OVERHEAD * 100} % more`,
    ok: overhead < MOST_OVERHEAD,
  })
}

try {
  const [text, warm, scanned, scan] = [
    await makeTextPdf(TEXT_PAGES),
    await makeTextPdf(20),
    await makeScannedPdf(Math.max(1, SCANNED_PAGES)),
    await makeScannedPdf(1),
  ]
  const platform = await startPlatform(home, LOOPS)
  try {
    // Threads, models and caches of both sides are loaded before anything counts.
    await platform.read('warm.pdf', warm)
    await plainLoop(warm, { loops: LOOPS, ocr: null })
    const before = platform.memory().now
    compare('text', TEXT_PAGES, await platform.read('text.pdf', text), await plainLoop(text, { loops: LOOPS, ocr: null }))
    const grown = platform.memory().now - before
    if (SCANNED_PAGES > 0) {
      await platform.read('warm-scan.pdf', scan)
      await plainLoop(scan, { loops: 1, ocr: models.ocr })
      const [own, plain] = [await platform.read('scanned.pdf', scanned), await plainLoop(scanned, { loops: LOOPS, ocr: models.ocr })]
      compare('scanned', SCANNED_PAGES, own, plain)
    }
    const { most } = platform.memory()
    goals.push({
      name: "the worker's memory",
      measured: `${most.toFixed(0)} MB at most, ${grown.toFixed(0)} MB more after ${TEXT_PAGES} pages than before`,
      goal: `at most ${MOST_MEMORY} MB`,
      ok: most <= MOST_MEMORY,
    })
  } finally {
    await platform.close()
  }
} finally {
  await models.close()
  await rm(home, { recursive: true, force: true })
}
report('bench:ingest', goals)
process.exit()
