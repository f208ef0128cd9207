import { alignLetters } from './align-letters.ts'

/** A line out of two readings. `agreement`: the share of its letters and digits that both have, 0..1; null where there is only one. */
export interface MergedText {
  text: string
  agreement: number | null
}

/** A second reading that has less in common with the first is of something else. */
const LEAST_IN_COMMON = 0.5
/** Below this the first reader guesses a sign. */
const GUESSED = 0.6
const UNLIKE = 1
const ALIKE = 0.3
/** Signs that look alike: digits and the letters they are taken for. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'OoQD',
  '1': 'IlLi',
  '5': 'Ss',
  '8': 'B',
  '2': 'Zz',
  '6': 'Gb',
  '4': 'A',
  '9': 'g',
}

/**
 * Makes one text of two readings of a line. The first one's characters are kept, but: spaces come from the second, which sees them better;
 * so do accents, which the first has no signs for; a sign that the first is not sure of is the second's; and a digit within a word is the
 * letter that it looks like. `chances`: how sure the first is of each of its characters.
 */
export function mergeLine(first: string, chances: readonly number[], words: readonly string[]): MergedText {
  const own = [...first].map((sign, at) => ({ sign, chance: chances[at] ?? 0 }))
  const letters = own.filter(({ sign }) => sign !== ' ')
  const signs = letters.map(({ sign }) => sign)
  const second = [...words.join('')]
  if (second.length === 0) return { text: first, agreement: null }
  const partners = alignLetters(signs, second, signCost)
  const agreement = agreementOf(signs, second, partners)
  if (agreement < LEAST_IN_COMMON) return { text: first, agreement }
  const spaces = mergeSpaces(
    own.map(({ sign }) => sign),
    signs,
    partners,
    words,
  )
  const chosen = letters.map(({ chance }, at) => {
    const partner = partners[at] ?? null
    return choose({ signs, spaces }, at, chance, partner === null ? null : (second[partner] ?? null))
  })
  return { text: chosen.map((sign, at) => (spaces.has(at) ? ` ${sign}` : sign)).join(''), agreement }
}

/** The characters of a line without its spaces, and before which of them there is one. */
interface Spaced {
  signs: readonly string[]
  spaces: ReadonlySet<number>
}

/** Where either reading has a space, but none within a number and none that leaves a letter alone. */
function mergeSpaces(
  own: readonly string[],
  signs: readonly string[],
  partners: readonly (number | null)[],
  words: readonly string[],
): Set<number> {
  const spaces = spacesOf(own)
  const starts = wordStarts(words)
  for (const [at, partner] of partners.entries()) {
    const word = partner === null ? undefined : starts.get(partner)
    const [before, sign] = [signs[at - 1], signs[at] ?? '']
    if (before === undefined || word === undefined || (isNumeric(before) && isNumeric(sign))) continue
    // Where it took the letter before its space for another, it did not see that place well.
    const last = words[word - 1]?.slice(-1) ?? ''
    if (isLetter(before) && isLetter(sign) && signCost(before, last) >= ALIKE) continue
    // A letter that stands alone was more often torn off its word.
    const isTornOff = isLetter(before) && isLetter(sign) && [words[word - 1], words[word]].some((part) => part?.length === 1)
    if (!isTornOff) spaces.add(at)
  }
  spaces.delete(0)
  return spaces
}

function choose(line: Spaced, at: number, chance: number, other: string | null): string {
  const sign = line.signs[at] ?? ''
  if (other === null || other === sign || plain(other).toLowerCase() === sign.toLowerCase()) return accented(sign, other)
  if (/\d/.test(sign) && /\p{L}/u.test(other)) return looksAlike(sign, other) && /^\p{L}{2,}$/u.test(wordAround(line, at)) ? other : sign
  return chance < GUESSED && isWordSign(sign) && isWordSign(other) ? other : sign
}

function accented(sign: string, other: string | null): string {
  return other !== null && plain(other) === sign && /\p{Script=Latin}/u.test(other) ? other : sign
}

/** The letters and digits that a sign stands among, without itself. */
function wordAround({ signs, spaces }: Spaced, at: number): string {
  let [from, to] = [at, at + 1]
  while (from > 0 && !spaces.has(from) && isWordSign(signs[from - 1] ?? '')) from -= 1
  while (to < signs.length && !spaces.has(to) && isWordSign(signs[to] ?? '')) to += 1
  return [...signs.slice(from, at), ...signs.slice(at + 1, to)].join('')
}

/** The share of all letters and digits, of both, that stand for each other. */
function agreementOf(letters: readonly string[], second: readonly string[], partners: readonly (number | null)[]): number {
  const counts = (signs: readonly string[]): number => signs.filter(isWordSign).length
  const both = letters.filter((sign, at) => {
    const partner = partners[at]
    return isWordSign(sign) && partner !== null && partner !== undefined && signCost(sign, second[partner] ?? '') < ALIKE
  }).length
  const total = counts(letters) + counts(second)
  return total === 0 ? 1 : (2 * both) / total
}

function signCost(a: string, b: string): number {
  if (a === b) return 0
  if (plain(a).toLowerCase() === plain(b).toLowerCase()) return 0.1
  return looksAlike(a, b) ? ALIKE : UNLIKE
}

const isWordSign = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign)
const isLetter = (sign: string): boolean => /\p{L}/u.test(sign)
const isNumeric = (sign: string): boolean => /[\d.,:/-]/.test(sign)
const plain = (sign: string): string => sign.normalize('NFKD').replace(/\p{M}/gu, '')
const looksAlike = (a: string, b: string): boolean => (LOOKALIKES[a] ?? '').includes(b) || (LOOKALIKES[b] ?? '').includes(a)

/** Positions in the joined second reading at which a word begins, with the number of the word. */
function wordStarts(words: readonly string[]): Map<number, number> {
  const starts = new Map<number, number>()
  let at = 0
  for (const [number, word] of words.entries()) {
    starts.set(at, number)
    at += [...word].length
  }
  return starts
}

/** Positions among the first reading's characters, spaces not counted, before which it has a space. */
function spacesOf(signs: readonly string[]): Set<number> {
  const spaced = new Set<number>()
  let at = 0
  for (const sign of signs) {
    if (sign === ' ') spaced.add(at)
    else at += 1
  }
  return spaced
}
