import { FORMAT_LOCALES, type Locale } from './locales.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Key = 'justNow' | 'ago' | 'in' | 'dueIn' | 'late' | 'seconds' | 'minutes' | 'hours' | 'days' | 'months'
/** A translator of the namespace `frame`. */
type FrameWords = (key: `time.${Key}`, values?: Record<string, string | number>) => string

/** Moments, spans and numbers in one language and time zone. Moments are ms since 1970 or ISO strings. */
export interface Times {
  /** "just now", "4 min ago", "in 2 h". */
  relative(at: number | string, now: number): string
  /** How long something has waited or taken: "4 min", "2 h". */
  age(since: number | string, now: number): string
  /** A deadline in words, and how urgent it is: `late` when it has passed, `soon` within the hour. */
  due(at: number | string, now: number): { text: string; urgency: 'late' | 'soon' | null }
  /** What a machine measured, in ms: "0.41 s", "12 s", "3 min". */
  duration(ms: number): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  date(at: number | string, options?: Intl.DateTimeFormatOptions): string
}

function createSpans(words: FrameWords): (ms: number) => string {
  const say = (unit: 'minutes' | 'hours' | 'days' | 'months', n: number) => words(`time.${unit}`, { n })
  return (ms) => {
    if (ms < HOUR) return say('minutes', Math.max(1, Math.round(ms / MINUTE)))
    if (ms < 48 * HOUR) return say('hours', Math.round(ms / HOUR))
    if (ms < 60 * DAY) return say('days', Math.round(ms / DAY))
    return say('months', Math.round(ms / (30 * DAY)))
  }
}

const ms = (at: number | string): number => (typeof at === 'number' ? at : Date.parse(at))

/** `zone`: an IANA time zone; this machine's where left out. */
export function createTimes({ locale, zone, words }: { locale: Locale; zone: string | undefined; words: FrameWords }): Times {
  const tag = FORMAT_LOCALES[locale]
  const span = createSpans(words)
  const number: Times['number'] = (value, options) => new Intl.NumberFormat(tag, options).format(value)
  const seconds = (value: number, digits: number): string =>
    words('time.seconds', { n: number(value / SECOND, { minimumFractionDigits: digits, maximumFractionDigits: digits }) })
  return {
    relative(at, now) {
      const distance = ms(at) - now
      if (Math.abs(distance) < 45 * SECOND) return words('time.justNow')
      return words(distance < 0 ? 'time.ago' : 'time.in', { span: span(Math.abs(distance)) })
    },
    age: (since, now) => span(Math.max(0, now - ms(since))),
    due(at, now) {
      const left = ms(at) - now
      if (left < 0) return { text: words('time.late', { span: span(-left) }), urgency: 'late' }
      return { text: words('time.dueIn', { span: span(left) }), urgency: left < HOUR ? 'soon' : null }
    },
    duration(value) {
      if (value < SECOND) return seconds(value, 2)
      if (value < 10 * SECOND) return seconds(value, 1)
      return value < MINUTE ? seconds(value, 0) : span(value)
    },
    number,
    date: (at, options = { dateStyle: 'medium', timeStyle: 'medium' }) =>
      new Intl.DateTimeFormat(tag, { timeZone: zone, ...options }).format(ms(at)),
  }
}
