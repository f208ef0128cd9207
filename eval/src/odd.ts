import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FileOutcome, runFiles } from './odd/run-files.ts'

// eval:odd: every file that broke a reader somewhere ends as done, partial, waiting or parked, with a message that fits. Starts what it needs.
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DATA = process.env.COUNTERSIGN_DATA ?? path.join(ROOT, '..', 'shared', 'data')
const FOLDERS = ['pdf/pdfjs', 'odd', 'office']
const MOST_MEMORY = 1536
const WIDTH = 100
/** Ends of the names of the files that are read: all of them where none is given, and only then is the result kept. */
const WANTED = process.argv.slice(2)

const shortened = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text).replaceAll(/\s+/g, ' ')

async function listFiles(): Promise<string[]> {
  const files: string[] = []
  for (const folder of FOLDERS) {
    for (const name of (await readdir(path.join(DATA, folder))).sort()) files.push(path.join(DATA, folder, name))
  }
  return files.filter((file) => WANTED.length === 0 || WANTED.some((part) => file.endsWith(part)))
}

/** Neither a hang, nor an empty success, nor an error without a reason that a person can use. */
const isHonest = ({ outcome, message }: FileOutcome): boolean =>
  outcome !== 'hung' && outcome !== 'silent' && !/^(?:internal|undefined):/.test(message) && (outcome === 'done' || message !== '')

function printRow(row: FileOutcome): void {
  const { file, outcome, seconds, megabytes, processes, message } = row
  const figures = `${seconds.toFixed(1).padStart(6)} s ${String(megabytes).padStart(5)} MB`
  const parts = WANTED.length === 0 ? '' : ` = ${processes.map((process) => `${process.name} ${process.megabytes}`).join(' + ')}`
  process.stdout.write(`${isHonest(row) ? ' ' : '!'} ${file.padEnd(58)} ${outcome.padEnd(8)} ${figures}  ${shortened(message)}${parts}\n`)
}

if (!existsSync(DATA)) {
  process.stdout.write(`eval:odd: the folder of real documents is not at ${DATA}; set COUNTERSIGN_DATA to it: short\n`)
  process.exitCode = 1
} else {
  const { outcomes, restarts } = await runFiles(await listFiles(), (line) => void process.stderr.write(`${line}\n`), printRow)
  const peakMemory = Math.max(...outcomes.map(({ megabytes }) => megabytes))
  const counts: Record<string, number> = {}
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  const dishonest = outcomes.filter((row) => !isHonest(row)).map(({ file }) => file)
  const ok = dishonest.length === 0 && restarts === 0 && peakMemory <= MOST_MEMORY
  const result = { node: process.version, counts, peakMegabytes: peakMemory, restarts, dishonest, outcomes }
  if (WANTED.length === 0) await writeFile(path.join(ROOT, 'eval', 'results', 'odd.json'), `${JSON.stringify(result, null, 2)}\n`)
  const shares = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`)
  process.stdout.write(
    `eval:odd: ${outcomes.length} files: ${shares.join(', ')}; without a fitting end ${dishonest.length} (goal 0); worker restarts ${restarts} (goal 0); ` +
      `most memory for a file ${peakMemory.toFixed(0)} MB, worker and its processes together (goal ≤ ${MOST_MEMORY} MB): ${ok ? 'ok' : 'short'}\n`,
  )
  if (!ok) process.exitCode = 1
}
