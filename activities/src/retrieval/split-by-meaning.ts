import { estimateTokens } from './estimate-tokens.ts'
import { type Piece, pageOf, type SplitOptions } from './split-text.ts'

/** Of all places between sentences, this share where the meaning changes most may begin a new piece. */
const CUT_SHARE = 0.15
/** Sentences looked at together: one alone says too little of its topic. */
const WINDOW = 3
const SHORTEST = 0.25
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * Splits a text without headings where its meaning changes: neighbouring sentences are compared by their vectors, and a piece ends
 * where they differ most, or where it is full. `embed` answers one unit vector per text.
 */
export async function splitByMeaning(
  text: string,
  options: SplitOptions,
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<Piece[]> {
  const parts = sentencesOf(text, options.tokens)
  if (parts.length === 0) return []
  const vectors = await embed(parts.map((_, at) => spanText(text, parts, at, at + WINDOW)))
  // At each place between sentences: those before it beside those after it.
  const changes = parts.slice(1).map((_, at) => 1 - cosine(vectors[Math.max(0, at + 1 - WINDOW)], vectors[at + 1]))
  const mean = changes.reduce((sum, change) => sum + change, 0) / Math.max(1, changes.length)
  const enough = [...changes].sort((a, b) => b - a)[Math.floor(changes.length * CUT_SHARE)] ?? Number.POSITIVE_INFINITY
  const pieces: Piece[] = []
  let first = 0
  for (let at = 1; at <= parts.length; at += 1) {
    const own = estimateTokens(spanText(text, parts, first, at))
    const full = at < parts.length && estimateTokens(spanText(text, parts, first, at + 1)) > options.tokens
    const change = changes[at - 1] ?? 0
    const turns = own >= options.tokens * SHORTEST && change >= enough && change > mean
    if (at < parts.length && !full && !turns) continue
    const { start } = parts[first] ?? { start: 0 }
    const { end } = parts[at - 1] ?? { end: text.length }
    pieces.push({ start, end, heading: null, page: pageOf(options, start), kind: 'text' })
    first = at
  }
  return pieces
}

interface Sentence {
  start: number
  end: number
}

/** Sentences without the space around them; one that is longer than a piece (or a text without full stops) in parts. */
function sentencesOf(text: string, tokens: number): Sentence[] {
  const found: Sentence[] = []
  for (const { segment, index } of sentences.segment(text)) {
    const start = index + segment.length - segment.trimStart().length
    const end = index + segment.trimEnd().length
    if (start < end) found.push(...halved(text, { start, end }, tokens))
  }
  return found
}

function halved(text: string, { start, end }: Sentence, tokens: number): Sentence[] {
  if (estimateTokens(text.slice(start, end)) <= tokens || end - start < 2) return [{ start, end }]
  const middle = start + Math.floor((end - start) / 2)
  const space = text.lastIndexOf(' ', middle)
  const cut = space > start ? space : middle
  const after = text.slice(cut, end)
  return [
    ...halved(text, { start, end: cut }, tokens),
    ...halved(text, { start: cut + after.length - after.trimStart().length, end }, tokens),
  ]
}

const spanText = (text: string, parts: readonly Sentence[], from: number, to: number): string =>
  text.slice(parts[from]?.start ?? 0, parts[Math.min(to, parts.length) - 1]?.end ?? text.length)

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 1
  let sum = 0
  for (const [at, value] of a.entries()) sum += value * (b[at] ?? 0)
  return sum
}
