import { formatTable } from '../output/format-table.ts'
import { formatTook } from '../output/format-values.ts'
import type { Colors } from '../output/printer.ts'
import type { Answer } from './ask-questions.ts'
import { colorOf } from './draw-files.ts'
import { missingIn, type OutcomeKind, outcomeOf, type TrackedFile } from './outcome.ts'

const KINDS: readonly OutcomeKind[] = ['indexed', 'decided and indexed', 'parked', 'refused', 'stopped', 'waiting', 'running']

/** The end of the unattended demo: the table of outcomes, the questions, a last line; and what is missing. */
export function reportOnce(
  files: readonly TrackedFile[],
  answers: readonly Answer[],
  { colors, samples, seconds }: { colors: Colors; samples: boolean; seconds: number },
): { lines: string[]; missing: string[] } {
  const lost = answers.filter(({ found }) => !found)
  const missing = [
    ...missingIn(files, samples),
    ...lost.map(({ document, question, first }) => `"${question}" does not find ${document} (first: ${first ?? 'nothing'})`),
    ...(samples
      ? files
          .filter(({ name }) => !answers.some(({ document }) => document === name))
          .map(({ name }) => `${name}: no question was asked about it`)
      : []),
  ]
  const asked = answers.length === 0 ? [] : [`Questions: ${answers.length - lost.length} of ${answers.length} find their document.`]
  const lines = [
    '',
    outcomesTable(files, colors),
    '',
    ...asked,
    ...missing.map((line) => colors.red(`missing: ${line}`)),
    summary(files, seconds),
  ]
  return { lines, missing }
}

/** Messages are the point of this table, so it is not cut to the terminal: the last column wraps. */
function outcomesTable(files: readonly TrackedFile[], colors: Colors): string {
  return formatTable(
    { colors, width: Number.POSITIVE_INFINITY },
    [
      { title: 'FILE', value: ({ name }) => name },
      { title: 'TOOK', value: tookOf, align: 'right' },
      {
        title: 'OUTCOME',
        value(file) {
          const { kind, message } = outcomeOf(file)
          const text = message ? `${kind}: ${message}` : kind
          return colorOf(kind, colors)(file.earlier ? `${text} (from an earlier time)` : text)
        },
      },
    ],
    files,
  )
}

function tookOf({ earlier, takenAt, endedAt }: TrackedFile): string {
  return earlier || takenAt === null || endedAt === null ? '' : formatTook(endedAt - takenAt)
}

function summary(files: readonly TrackedFile[], seconds: number): string {
  const kinds = files.map((file) => outcomeOf(file).kind)
  const counts = KINDS.map((kind) => ({ kind, count: kinds.filter((each) => each === kind).length })).filter(({ count }) => count > 0)
  const ends = files.flatMap((file) => (file.detail?.status === 'done' && !file.earlier && file.endedAt !== null ? [file.endedAt] : []))
  const first = ends.length === 0 ? 'no new document was finished' : `first document finished after ${Math.min(...ends).toFixed(1)} s`
  return `${files.length} files: ${counts.map(({ kind, count }) => `${count} ${kind}`).join(', ')}; ${first}, all after ${seconds.toFixed(1)} s.`
}
