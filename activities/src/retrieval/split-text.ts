import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters'
import { pageAt } from '../sources/document-text.ts'

/** A piece of a text by its offsets, with the heading it stands under and the page it begins on. */
export interface Piece {
  start: number
  end: number
  heading: string | null
  page: number | null
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

/** Four Latin letters are about a token; in scripts without spaces every character is one. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu
const SEPARATORS = ['\n\n', '\n', '。', '！', '？', '. ', '! ', '? ', '；', '; ', '，', ', ', ' ', '']

/** Roughly how many tokens a text has; errs on the high side for codes and numbers. */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0
  const digits = text.match(/[\d\p{P}\p{S}]/gu)?.length ?? 0
  return Math.ceil(dense + digits * 0.6 + (text.length - dense - digits) / 4.2)
}

/** Splits a text into pieces that an embedder sees as a whole: by heading where there are any, then at paragraphs, lines, sentences. */
export async function splitText(text: string, options: SplitOptions): Promise<Piece[]> {
  const splitter = new RecursiveCharacterTextSplitter({
    chunkSize: options.tokens,
    chunkOverlap: options.overlap,
    lengthFunction: estimateTokens,
    separators: SEPARATORS,
    keepSeparator: true,
  })
  const pieces: Piece[] = []
  for (const section of options.headings ? sections(text) : [{ start: 0, end: text.length, heading: null }]) {
    const body = text.slice(section.start, section.end)
    for (const { start, end } of locate(body, await splitter.splitText(body))) {
      const from = section.start + start
      const page = options.pageStarts === null ? null : pageAt(options.pageStarts, from)
      pieces.push({ start: from, end: section.start + end, heading: section.heading, page })
    }
  }
  return pieces
}

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
