import { z } from 'zod'

/** Months by how they begin in English, French, German, Spanish and Italian; the longer one first where two begin alike. */
const MONTHS: [RegExp, number][] = [
  [/^(jan|ene|gen)/, 1],
  [/^(feb|f[eé]v)/, 2],
  [/^(mar|mär)/, 3],
  [/^(apr|avr|abr)/, 4],
  [/^(may|mai|mag)/, 5],
  [/^(jun|juin|giu)/, 6],
  [/^(jul|juil|lug)/, 7],
  [/^(aug|ao[uû]|ago)/, 8],
  [/^(sep|set)/, 9],
  [/^(oct|okt|ott)/, 10],
  [/^nov/, 11],
  [/^(dec|d[eé]c|dez|dic)/, 12],
]

function iso(year: number, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return z.iso.date().safeParse(text).success ? text : null
}

function monthOf(word: string): number | null {
  const lower = word.toLowerCase()
  return MONTHS.find(([pattern]) => pattern.test(lower))?.[1] ?? null
}

/** Day and month of `5/3`: which is which is said only by a number above twelve, or by dots, which stand after days. */
function dayFirst(first: number, second: number, separator: string): [day: number, month: number] | null {
  if (first > 12 || separator === '.' || first === second) return [first, second]
  return second > 12 ? [second, first] : null
}

/**
 * The date in a piece of text as people and pages write it (`2026-05-31`, `31/05/2026`, `31.5.2026`, `31 May 2026`, `12 mars 2026`,
 * `2026年5月31日`), as year-month-day. Null where there is none, where it does not exist, or where day and month could be mixed up.
 */
export function readDate(text: string): string | null {
  const trimmed = text.trim()
  const yearFirst = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?$/.exec(trimmed)
  if (yearFirst) return iso(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(trimmed)
  if (numbers) {
    const order = dayFirst(Number(numbers[1]), Number(numbers[3]), numbers[2] ?? '')
    return order && iso(Number(numbers[4]), order[1], order[0])
  }
  const dayWord = /^(\d{1,2})(?:st|nd|rd|th|er|\.)?\s+(?:de\s+)?(\p{L}+)\.?,?\s+(?:de\s+)?(\d{4})$/u.exec(trimmed)
  const wordDay = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u.exec(trimmed)
  const [day, word, year] = dayWord ? dayWord.slice(1) : wordDay ? [wordDay[2], wordDay[1], wordDay[3]] : []
  const month = word === undefined ? null : monthOf(word)
  return month === null ? null : iso(Number(year), month, Number(day))
}
