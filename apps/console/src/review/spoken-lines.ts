import type { PageView } from '@countersign/client'
import type { TextPiece } from './source-model.ts'

/** A line of a transcript: its text cut where fields are marked, when it is said, and whether it was heard with little certainty. */
export interface SpokenLine {
  start: number
  /** Seconds from the beginning of the recording. */
  from: number
  unsure: boolean
  pieces: TextPiece[]
}

/** As the quality check of the ingest graph has it. */
const SURE = 0.6

/** The lines of a part of a recording; null for a page that is none, or whose lines are not those of its text. */
export function spokenLines({ facts, lines, text }: PageView, pieces: TextPiece[]): SpokenLine[] | null {
  if (facts.reading !== 'speech') return null
  const spoken: SpokenLine[] = []
  let cursor = 0
  for (const line of lines) {
    const start = text.indexOf(line.text, cursor)
    if (start === -1 || line.time === undefined) return null
    cursor = start + line.text.length
    const { confidence, time } = line
    spoken.push({
      start,
      from: time.from,
      unsure: confidence !== undefined && confidence < SURE,
      pieces: piecesWithin(pieces, start, cursor),
    })
  }
  return spoken
}

function piecesWithin(pieces: TextPiece[], start: number, end: number): TextPiece[] {
  return pieces.flatMap((piece) => {
    const from = Math.max(piece.start, start)
    const to = Math.min(piece.start + piece.text.length, end)
    return from < to ? [{ ...piece, start: from, text: piece.text.slice(from - piece.start, to - piece.start) }] : []
  })
}
