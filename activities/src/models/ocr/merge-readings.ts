import type { PageLine } from '@countersign/workflows/contract'
import { normaliseCharacters } from '../../sources/normalise-characters.ts'
import { lineConfidence, pageCeiling } from './line-confidence.ts'
import { mendWords } from './mend-words.ts'
import { mergeLine } from './merge-line.ts'
import type { PixelBox, ReadLine, ReadWord } from './readings.ts'

/** What the first reader overlooked is taken from the second only where that is sure of it. */
const SURE_WORD = 0.8

/** Lines of both readers with an honest confidence; `words` null: there was no second reading. Boxes become fractions of the picture. */
export function mergeReadings(lines: readonly ReadLine[], words: readonly ReadWord[] | null, size: Size): PageLine[] {
  const left = new Set(words ?? [])
  const merged = lines.map((line) => {
    const own = [...left].filter((word) => liesIn(word.box, line.box)).sort((a, b) => a.box.x - b.box.x)
    for (const word of own) left.delete(word)
    return mergeOne(line, own, words !== null)
  })
  const ceiling = pageCeiling(words === null ? null : overallAgreement(merged))
  const missed = rowsOf([...left].filter(({ chance, text }) => chance > SURE_WORD && /[\p{L}\p{N}]/u.test(text)))
  return [...merged, ...missed.map(asMissed)].flatMap(({ confidence, ...line }) =>
    asLine({ ...line, confidence: Math.min(ceiling, confidence) }, size),
  )
}

interface Size {
  width: number
  height: number
}

interface MergedLine {
  text: string
  box: PixelBox
  agreement: number | null
  confidence: number
}

function mergeOne(line: ReadLine, own: readonly ReadWord[], isSecondReader: boolean): MergedLine {
  const words = own.map(({ text }) => latinSigns(text))
  const best = outvoted(line, words)
  const { text, agreement } = mergeLine(latinSigns(best.text), best.chances, words)
  // Where the second reader knows the letters and saw nothing, it doesn't agree.
  const known = isSecondReader && isLatin(text) ? (agreement ?? 0) : null
  return {
    text,
    box: line.box,
    agreement: known,
    confidence: lineConfidence(leastChance(line), { agreement: known, again: readAgain(line, text) }),
  }
}

/** What the first reader read when it looked again and the second read the same is right more often than what it read first. */
function outvoted(line: ReadLine, words: readonly string[]): Pick<ReadLine, 'text' | 'chances'> {
  const { again } = line
  if (readAgain(line, line.text) !== false || again === undefined || plainLetters(again) !== plainLetters(words.join(''))) return line
  const least = leastChance(line)
  return { text: again, chances: [...again].map(() => least) }
}

/** Whether these are the letters and digits that the first reader read when it looked again; null where it did not look. */
function readAgain({ again }: ReadLine, text: string): boolean | null {
  return again === undefined ? null : plainLetters(again) === plainLetters(text)
}

/** How sure it is of its least sure letter or digit: marks matter little, and are often guessed. */
function leastChance({ text, chances }: ReadLine): number {
  return Math.min(1, ...[...text].flatMap((sign, at) => (/[\p{L}\p{N}]/u.test(sign) ? [chances[at] ?? 0] : [])))
}

const plainLetters = (text: string): string =>
  latinSigns(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Only the second reader saw it. */
function asMissed(words: readonly ReadWord[]): MergedLine {
  const text = words.map((word) => word.text).join(' ')
  return {
    text,
    box: around(words),
    agreement: 0,
    confidence: lineConfidence(Math.min(...words.map(({ chance }) => chance)), { agreement: 0, again: null }),
  }
}

/** The mean over the letters of the lines that both could read. */
function overallAgreement(lines: readonly MergedLine[]): number | null {
  let [sum, letters] = [0, 0]
  for (const { text, agreement } of lines) {
    if (agreement === null) continue
    sum += agreement * text.length
    letters += text.length
  }
  return letters === 0 ? null : sum / letters
}

function asLine({ text, box, confidence }: Omit<MergedLine, 'agreement'>, { width, height }: Size): PageLine[] {
  const plain = mendWords(normaliseCharacters(text).trim())
  if (plain === '') return []
  const [x, y] = [Math.max(0, box.x / width), Math.max(0, box.y / height)]
  const [right, bottom] = [Math.min(1, (box.x + box.w) / width), Math.min(1, (box.y + box.h) / height)]
  const place = { x: fraction(x), y: fraction(y), w: fraction(right - x), h: fraction(bottom - y) }
  return [{ text: plain, ...place, confidence: Math.round(confidence * 1000) / 1000 }]
}

/** Five digits are a hundredth of a point on an A4 page. */
const fraction = (value: number): number => Math.round(Math.max(0, value) * 1e5) / 1e5

function liesIn(word: PixelBox, line: PixelBox): boolean {
  const [x, y] = [word.x + word.w / 2, word.y + word.h / 2]
  return x > line.x && x < line.x + line.w && y > line.y && y < line.y + line.h
}

/** In a line of Latin letters the wide signs of Chinese print are the usual ones. */
function latinSigns(text: string): string {
  return isLatin(text) ? text.replace(/[！-～、。]/gu, narrow) : text
}

function narrow(sign: string): string {
  if (sign === '。') return '.'
  return sign === '、' ? ',' : sign.normalize('NFKC')
}

const isLatin = (text: string): boolean => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)

/** Words side by side on one row. */
function rowsOf(words: readonly ReadWord[]): ReadWord[][] {
  const rows: ReadWord[][] = []
  for (const word of [...words].sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)) {
    const row = rows.find((known) => {
      const last = known.at(-1)?.box
      if (last === undefined) return false
      const apart = word.box.x - (last.x + last.w)
      return Math.abs(last.y + last.h / 2 - word.box.y - word.box.h / 2) < last.h / 2 && apart > 0 && apart < last.h * 1.5
    })
    if (row === undefined) rows.push([word])
    else row.push(word)
  }
  return rows
}

function around(words: readonly ReadWord[]): PixelBox {
  const x = Math.min(...words.map(({ box }) => box.x))
  const y = Math.min(...words.map(({ box }) => box.y))
  const right = Math.max(...words.map(({ box }) => box.x + box.w))
  const bottom = Math.max(...words.map(({ box }) => box.y + box.h))
  return { x, y, w: right - x, h: bottom - y }
}
