import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { CountersignClient } from '@countersign/client'
import { describeError } from '../describe-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { TrackedFile } from './outcome.ts'

/** The samples that come with the project. */
const SAMPLES = 'examples/documents'
/** Beside the samples: a question about each, for the last check of the unattended demo. */
export const QUESTIONS = `${SAMPLES}/questions.json`

/** The files to take in: those named, as seen from where the command was typed; else the samples. */
export async function listFiles(root: string, named: readonly string[], from: string): Promise<string[]> {
  if (named.length > 0) return [...new Set(named.map((file) => path.resolve(from, file)))]
  const samples = await readdir(path.join(root, SAMPLES), { withFileTypes: true })
  return samples
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.json') && !entry.name.startsWith('.') && entry.name !== 'README.md')
    .map((entry) => path.join(root, SAMPLES, entry.name))
    .sort()
}

export function trackFile(file: string): TrackedFile {
  return { path: file, name: path.basename(file), run: null, earlier: false, refusal: null, detail: null, takenAt: null, endedAt: null }
}

/**
 * Takes the files in one after the other and notes what became of each. A file that is refused is an outcome;
 * only a missing service is an error. Safe to repeat: the same bytes give the run of the first time.
 */
export async function ingestFiles(
  client: CountersignClient,
  files: readonly TrackedFile[],
  elapsed: () => number,
  onTaken: (file: TrackedFile) => void,
): Promise<void> {
  for (const file of files) {
    file.takenAt = elapsed()
    try {
      const { run, duplicate } = await client.ingest({ path: file.path })
      file.run = run
      file.earlier = duplicate
    } catch (error) {
      const { code, message, exit } = describeError(error)
      if (exit === EXIT_CODES.unavailable || exit === EXIT_CODES.internal) throw error
      file.refusal = { code, message }
      file.endedAt = elapsed()
    }
    onTaken(file)
  }
}
