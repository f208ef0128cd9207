import type { ChunkKind } from '@countersign/workflows/contract'
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters'
import type { ComplexBlock } from '../sources/complex-content.ts'
import { pageAt } from '../sources/document-text.ts'
import { estimateTokens } from './estimate-tokens.ts'

/** A piece of a text by its offsets, with the heading it stands under and the page it begins on. */
export interface Piece {
  start: number
  end: number
  heading: string | null
  page: number | null
  kind: ChunkKind
}

export interface SplitOptions {
  /** Tokens of a piece, about; pieces of dense scripts are shorter in characters. */
  tokens: number
  overlap: number
  /** Offsets where pages begin; null for texts without pages. */
  pageStarts: readonly number[] | null
  /** The text marks headings with `#`, as Markdown does. */
  headings: boolean
}

/** A block may be so much longer than other pieces before it is cut. */
const BLOCK_STRETCH = 1.25
const SEPARATORS = ['\n\n', '\n', '。', '！', '？', '. ', '! ', '? ', '；', '; ', '，', ', ', ' ', '']

/** Splits a text into pieces that an embedder sees as a whole: by heading where there are any, then at paragraphs, lines, sentences. */
export async function splitText(text: string, options: SplitOptions): Promise<Piece[]> {
  const split = recursively(options)
  const pieces: Piece[] = []
  for (const { start, end, heading } of sectionsOf(text, options)) pieces.push(...(await split(text, { start, end }, heading)))
  return pieces
}

/** Every page a piece of its own, as far as it fits; what stands on one page never goes together with the next. */
export async function splitByPage(text: string, pageStarts: readonly number[], options: SplitOptions): Promise<Piece[]> {
  const split = recursively(options)
  const pieces: Piece[] = []
  for (const [index, start] of pageStarts.entries()) {
    const own = trimmed(text, { start, end: pageStarts[index + 1] ?? text.length })
    if (own.start === own.end) continue
    const heading = /^#{1,6}\s+(.+?)\s*#*$/m.exec(text.slice(own.start, own.end))?.[1] ?? null
    pieces.push(...(await split(text, own, heading)))
  }
  return pieces
}

/**
 * Keeps tables, code and formulas whole, each as a piece that says its kind, and splits the text between them. A block that is too
 * long is cut between its lines; the rows of a table then carry its head in their heading.
 */
export async function splitAroundBlocks(text: string, blocks: readonly ComplexBlock[], options: SplitOptions): Promise<Piece[]> {
  const split = recursively(options)
  const pieces: Piece[] = []
  for (const section of sectionsOf(text, options)) {
    let at = section.start
    for (const block of blocks.filter(({ start }) => start >= section.start && start < section.end)) {
      pieces.push(...(await split(text, { start: at, end: block.start }, section.heading)))
      pieces.push(...cutBlock(text, block, section.heading, options))
      at = block.end
    }
    if (at < section.end) pieces.push(...(await split(text, { start: at, end: section.end }, section.heading)))
  }
  return pieces
}

interface Span {
  start: number
  end: number
}

/** The page that an offset lies on; null for texts without pages. */
export const pageOf = ({ pageStarts }: SplitOptions, offset: number): number | null =>
  pageStarts === null ? null : pageAt(pageStarts, offset)

function recursively(options: SplitOptions): (text: string, span: Span, heading: string | null) => Promise<Piece[]> {
  const splitter = new RecursiveCharacterTextSplitter({
    chunkSize: options.tokens,
    chunkOverlap: options.overlap,
    lengthFunction: estimateTokens,
    separators: SEPARATORS,
    keepSeparator: true,
  })
  return async (text, span, heading) => {
    const body = text.slice(span.start, span.end)
    return locate(body, await splitter.splitText(body)).map(({ start, end }) => {
      const from = span.start + start
      return { start: from, end: span.start + end, heading, page: pageOf(options, from), kind: 'text' }
    })
  }
}

function cutBlock(text: string, block: ComplexBlock, heading: string | null, options: SplitOptions): Piece[] {
  const { kind, start, end } = block
  const whole = text.slice(start, end)
  const piece = (from: number, to: number, head: string | null): Piece => ({
    start: from,
    end: to,
    heading: head,
    page: pageOf(options, from),
    kind,
  })
  if (estimateTokens(whole) <= options.tokens * BLOCK_STRETCH) return [piece(start, end, heading)]
  const columns = kind === 'table' ? (whole.split('\n', 1)[0] ?? '').trim() : null
  const under = [heading, columns].filter((part) => part !== null).join(' › ') || null
  const pieces: Piece[] = []
  let from = start
  let at = start
  for (const line of whole.split('\n')) {
    const next = at + line.length
    if (at > from && estimateTokens(text.slice(from, next)) > options.tokens) {
      pieces.push(piece(from, at - 1, pieces.length === 0 ? heading : under))
      from = at
    }
    at = next + 1
  }
  return [...pieces, piece(from, end, pieces.length === 0 ? heading : under)]
}

function trimmed(text: string, { start, end }: Span): Span {
  const body = text.slice(start, end)
  const from = start + (body.length - body.trimStart().length)
  return { start: from, end: Math.max(from, start + body.trimEnd().length) }
}

const sectionsOf = (text: string, { headings }: SplitOptions) =>
  headings ? sections(text) : [{ start: 0, end: text.length, heading: null }]

/**
 * Offsets of pieces in the text they were cut from. A piece begins at the latest where the one before ended; of several places
 * where a repetitive text has the same letters it is the last such, and what is then left over was covered already.
 */
function locate(text: string, pieces: readonly string[]): { start: number; end: number }[] {
  let before = { start: -1, end: 0 }
  return pieces.flatMap((piece) => {
    const latest = before.end + (/^\s*/.exec(text.slice(before.end))?.[0].length ?? 0)
    const start = text.lastIndexOf(piece, latest)
    if (start <= before.start) return []
    before = { start, end: start + piece.length }
    return [before]
  })
}

/** The parts of a Markdown text between its headings, each with the path of headings above it. `#` inside code fences is none. */
function sections(text: string): { start: number; end: number; heading: string | null }[] {
  const starts: { at: number; heading: string | null }[] = [{ at: 0, heading: null }]
  const path: string[] = []
  let offset = 0
  let fenced = false
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced
    const match = fenced ? null : /^(#{1,6})\s+(.+?)\s*#*$/.exec(line)
    if (match?.[1] !== undefined && match[2] !== undefined) {
      path.length = Math.min(path.length, match[1].length - 1)
      path.push(match[2])
      starts.push({ at: offset, heading: path.filter((part) => part !== undefined).join(' › ') })
    }
    offset += line.length + 1
  }
  return starts
    .map((start, index) => ({ start: start.at, end: starts[index + 1]?.at ?? text.length, heading: start.heading }))
    .filter(({ start, end }) => text.slice(start, end).trim() !== '')
}
