import { formatTable } from '../output/format-table.ts'
import { formatSeconds } from '../output/format-values.ts'
import type { Colors } from '../output/printer.ts'
import type { Answer } from './ask-questions.ts'
import { colorOf } from './draw-files.ts'
import { missingIn, type OutcomeKind, outcomeOf, type TrackedFile } from './outcome.ts'

const KINDS: readonly OutcomeKind[] = ['indexed', 'decided and indexed', 'parked', 'refused', 'stopped', 'waiting', 'running']

/** The end of the unattended demo: the table of outcomes, the questions, a last line; and what is missing. */
export function reportOnce(
  files: readonly TrackedFile[],
  answers: readonly Answer[],
  { colors, width, samples, seconds }: { colors: Colors; width: number; samples: boolean; seconds: number },
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
    outcomesTable(files, { colors, width }),
    '',
    ...asked,
    ...missing.map((line) => colors.red(`missing: ${line}`)),
    summary(files, seconds),
  ]
  return { lines, missing }
}

function outcomesTable(files: readonly TrackedFile[], printer: { colors: Colors; width: number }): string {
  return formatTable(
    printer,
    [
      { title: 'FILE', value: ({ name }) => name, shrink: true },
      {
        title: 'OUTCOME',
        value(file) {
          const { kind, message } = outcomeOf(file)
          const text = message ? `${kind}: ${message}` : kind
          return colorOf(kind, printer.colors)(file.earlier ? `${text} (from an earlier time)` : text)
        },
        shrink: true,
      },
      { title: 'TOOK', value: tookOf, align: 'right' },
    ],
    files,
  )
}

function tookOf({ earlier, takenAt, endedAt }: TrackedFile): string {
  return earlier || takenAt === null || endedAt === null ? '' : formatSeconds(endedAt - takenAt)
}

function summary(files: readonly TrackedFile[], seconds: number): string {
  const kinds = files.map((file) => outcomeOf(file).kind)
  const counts = KINDS.map((kind) => ({ kind, count: kinds.filter((each) => each === kind).length })).filter(({ count }) => count > 0)
  const finished = files.flatMap((file) => (file.detail?.status === 'done' && file.endedAt !== null ? [file.endedAt] : []))
  const first = finished.length === 0 ? 'no document was finished' : `first document finished after ${Math.min(...finished).toFixed(1)} s`
  return `${files.length} files: ${counts.map(({ kind, count }) => `${count} ${kind}`).join(', ')}; ${first}, all after ${seconds.toFixed(1)} s.`
}
