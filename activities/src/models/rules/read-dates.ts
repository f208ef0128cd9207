import { type Candidate, type Ranked, rank } from './candidate.ts'
import type { Layout } from './cells.ts'
import { type FindValues, findLabelled } from './find-labelled.ts'
import { DATE_LABELS, DUE_LABELS, type Label, NOT_DATE } from './labels.ts'
import { findDates, monthComesFirst } from './parse-date.ts'

export interface DateReadings {
  date: Ranked<string> | null
  due: Ranked<string> | null
  /** Day and month of the date could be the other way round, and nothing in the document tells. */
  ambiguous: boolean
}

/** Scores from here on have a label behind them. */
const LABELLED = 2

const TIME = /^\W{0,3}\d{1,2}:\d{2}/

interface FoundDay {
  iso: string
  other: string | null
}

/** Reads the document's own date and the date it is due. `currency`: with US dollars the month may come first, with others it doesn't. */
export function readDates(layout: Layout, text: string, currency: string | null): DateReadings {
  const shown = monthComesFirst(text)
  const monthFirst = shown ?? currency === 'USD'
  const mayBeAmerican = currency === null || currency === 'USD' || currency === 'CAD'
  const find: FindValues<FoundDay> = (cellText, from) =>
    findDates(cellText, monthFirst)
      .filter((date) => date.from >= from)
      .map(({ iso, other, from: start, to }) => ({ value: { iso, other }, from: start, to }))
  const due = rank(labelledDates(layout, DUE_LABELS, find), same)
  const dates = [...labelledDates(layout, DATE_LABELS, find, NOT_DATE), ...bareDates(layout, find)]
  const others = dates.filter(({ value, score }) => value !== due?.best.value || score >= LABELLED)
  const date = rank(others.length > 0 ? others : dates, same)
  return { date, due, ambiguous: shown === null && mayBeAmerican && date !== null && isAmbiguous(layout, find, date.best.value) }
}

const same = (value: string): string => value

function labelledDates(layout: Layout, labels: readonly Label[], find: FindValues<FoundDay>, not?: RegExp): Candidate<string>[] {
  return findLabelled(layout, labels, find, not).map(({ value, cell, from, to, strength, beside, context }) => ({
    value: value.iso,
    score: strength + (beside === 'below' ? -0.3 : 0.2),
    reason: `next to “${context.slice(0, 40)}”`,
    cell,
    from,
    to,
  }))
}

/** Dates without a label: the higher on the page the better, and better with a time of day, which is when it happened. */
function bareDates(layout: Layout, find: FindValues<FoundDay>): Candidate<string>[] {
  return layout.cells.flatMap((cell) =>
    find(cell.text, 0).map(({ value, from, to }) => ({
      value: value.iso,
      score:
        1 -
        0.4 * (cell.page - 1 + cell.y) -
        (NOT_DATE.test(cell.text.toLowerCase()) ? 0.8 : 0) +
        (TIME.test(cell.text.slice(to)) ? 0.4 : 0),
      reason: 'a date without a label',
      cell,
      from,
      to,
    })),
  )
}

function isAmbiguous(layout: Layout, find: FindValues<FoundDay>, iso: string): boolean {
  const readings = layout.cells.flatMap((cell) => find(cell.text, 0)).filter(({ value }) => value.iso === iso)
  return readings.length > 0 && readings.every(({ value }) => value.other !== null)
}
