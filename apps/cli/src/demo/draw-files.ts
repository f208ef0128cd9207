import type { GraphView } from '@countersign/client'
import { displayWidth } from '../output/format-table.ts'
import { formatTook } from '../output/format-values.ts'
import type { Colors } from '../output/printer.ts'
import { formatBar, measureProgress } from './measure-progress.ts'
import { type OutcomeKind, outcomeOf, type TrackedFile } from './outcome.ts'

/** What drawing needs to know besides the files. */
export interface Drawing {
  colors: Colors
  width: number
  rows: number
  elapsed: number
  graph: GraphView | undefined
}

const NAME_WIDTH = 34
const BAR_WIDTH = 12
const SIGNS: Record<OutcomeKind, string> = {
  indexed: '✓',
  'decided and indexed': '✓',
  parked: '■',
  refused: '✕',
  stopped: '✕',
  waiting: '◆',
  running: '●',
}

/** The live table: one line per file and a line for all of them. Files that are through give way when the screen is low. */
export function drawFiles(files: readonly TrackedFile[], drawing: Drawing): string[] {
  const room = Math.max(3, drawing.rows - 5)
  const shown = [...files]
  while (shown.length > room) {
    const through = shown.findIndex((file) => outcomeOf(file).ended)
    shown.splice(through < 0 ? shown.length - 1 : through, 1)
  }
  const hidden = files.length - shown.length
  const more = hidden > 0 ? [drawing.colors.dim(`  … and ${hidden} more`)] : []
  return [...shown.map((file) => drawFile(file, drawing)), ...more, drawTotal(files, drawing)]
}

/** One file on one line. */
export function drawFile(file: TrackedFile, drawing: Drawing): string {
  const { colors, width, graph } = drawing
  const { kind, message } = outcomeOf(file)
  const color = colorOf(kind, colors)
  const progress = file.detail === null ? 0 : measureProgress(file.detail, graph)
  const bar = file.refusal === null ? formatBar(progress, BAR_WIDTH) : ' '.repeat(BAR_WIDTH)
  const where = message ?? (file.detail?.next.join(', ') || (file.run === null ? 'not taken in yet' : ''))
  const earlier = file.earlier ? ' (from an earlier time)' : ''
  const head = `${SIGNS[kind]} ${toWidth(file.name, NAME_WIDTH)} `
  const tail = ` ${secondsOf(file, drawing.elapsed).padStart(7)}  ${kind}${earlier}${where === '' ? '' : `: ${where}`}`
  const free = width - displayWidth(head) - BAR_WIDTH
  return `${color(head)}${color(bar)}${toWidth(tail, Math.min(free, displayWidth(tail)))}`
}

function drawTotal(files: readonly TrackedFile[], { colors }: Drawing): string {
  const outcomes = files.map(outcomeOf)
  const ended = outcomes.filter((outcome) => outcome.ended).length
  const waiting = outcomes.filter(({ kind }) => kind === 'waiting').length
  const waits = waiting === 0 ? '' : `, ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for a person`
  return colors.bold(`  ${formatBar(ended / Math.max(1, files.length), NAME_WIDTH)} ${ended} of ${files.length}${waits}`)
}

function secondsOf(file: TrackedFile, elapsed: number): string {
  if (file.takenAt === null || file.earlier) return ''
  return formatTook((file.endedAt ?? elapsed) - file.takenAt)
}

/** The colour that a state has everywhere. */
export function colorOf(kind: OutcomeKind, colors: Colors): (text: string) => string {
  if (kind === 'indexed' || kind === 'decided and indexed') return colors.green
  if (kind === 'parked' || kind === 'refused') return colors.red
  if (kind === 'waiting') return colors.yellow
  return kind === 'running' ? colors.blue : colors.dim
}

/** Exactly `width` columns of a text. */
function toWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text + ' '.repeat(width - displayWidth(text))
  let cut = ''
  for (const letter of text) {
    if (displayWidth(cut + letter) > width - 1) break
    cut += letter
  }
  return `${cut}…`.padEnd(width)
}
