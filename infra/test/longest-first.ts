import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest on two cores, the longest first; the end of a run names its ten slowest. What is not here comes after, in
 * Vitest's own order. A file that is missing here costs time at the end of a run, when one worker waits for the other, and nothing else.
 */
export const LONGEST = [
  'apps/worker/src/crash.test.ts',
  'apps/worker/src/long-pdf.test.ts',
  'activities/src/graphs/ingest/real-files.test.ts',
  'apps/cli/e2e/demo.e2e.test.ts',
  'apps/worker/src/batch-crash.test.ts',
  'apps/worker/src/long-run.test.ts',
  'activities/src/graphs/ingest/document/pdf-branch.test.ts',
  'activities/src/models/ocr/local-ocr.test.ts',
  'activities/src/models/speech/local-speech.test.ts',
  'client/src/racing-decisions.test.ts',
  'apps/worker/src/parked-run.test.ts',
  'apps/worker/src/graph-run.test.ts',
  'activities/src/graphs/ingest/image/image-branch.test.ts',
  'activities/src/sources/pdf/read-pdf.test.ts',
]

/** Where a file stands in the order: its place among the longest, then the end-to-end tests, then the rest. */
export function rankOf(file: string): number {
  const at = LONGEST.findIndex((name) => file.endsWith(`/${name}`) || file === name)
  if (at >= 0) return at
  return file.endsWith('.e2e.test.ts') ? LONGEST.length : LONGEST.length + 1
}

/** Starts the longest files first, so that all workers come to their end together. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId))
  }
}
