/** A date in a text. `ambiguous`: day and month could be the other way round, as `other`. */
export interface FoundDate {
  iso: string
  other: string | null
  from: number
  to: number
}

const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'janvier', 'janv', 'januar', 'januari', 'enero', 'ene', 'gennaio', 'janeiro', 'jänner'],
  ['february', 'feb', 'fevrier', 'fevr', 'februar', 'februari', 'febrero', 'febbraio', 'fevereiro'],
  ['march', 'mar', 'mars', 'marz', 'maart', 'mrt', 'marzo', 'marco', 'maerz'],
  ['april', 'apr', 'avril', 'avr', 'abril', 'abr', 'aprile'],
  ['may', 'mai', 'mei', 'mayo', 'maggio', 'maio'],
  ['june', 'jun', 'juin', 'juni', 'junio', 'giugno', 'junho'],
  ['july', 'jul', 'juillet', 'juil', 'juli', 'julio', 'luglio', 'julho'],
  ['august', 'aug', 'aout', 'augustus', 'agosto', 'ago'],
  ['september', 'sep', 'sept', 'septembre', 'septiembre', 'settembre', 'setembro'],
  ['october', 'oct', 'octobre', 'oktober', 'okt', 'octubre', 'ottobre', 'outubro'],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro'],
  ['december', 'dec', 'decembre', 'dezember', 'dez', 'diciembre', 'dic', 'dicembre', 'dezembro'],
]
const MONTH_OF = new Map(MONTHS.flatMap((names, index) => names.map((name): [string, number] => [fold(name), index + 1])))
const NAME = String.raw`(?<name>\p{L}{3,10})\.?`
const PATTERNS: readonly RegExp[] = [
  /(?<![\d])(?<y>\d{4})\s?年\s?(?<m>\d{1,2})\s?月\s?(?<d>\d{1,2})\s?日/gu,
  /(?<![\d.,/-])(?<y>(?:19|20)\d{2})\s?[-/.]\s?(?<m>\d{1,2})\s?[-/.]\s?(?<d>\d{1,2})(?!\d|[.,/-]\d)/gu,
  new RegExp(
    String.raw`(?<!\d)(?<d>\d{1,2})(?:\.|er|st|nd|rd|th|º)?[\s\-/.]*(?:of |de )?${NAME}[\s\-/.,']*(?:de )?(?<y>\d{4}|(?<=[-/.'])\d{2})(?!\d)`,
    'giu',
  ),
  new RegExp(String.raw`(?<!\d)(?<d>\d{1,2}) ${NAME} (?<y>\d{2})(?![\d.,:]|\s\d)`, 'giu'),
  new RegExp(String.raw`(?<![\p{L}])${NAME}\s?(?<d>\d{1,2})(?:st|nd|rd|th)?\s?,?\s?(?<y>\d{4})(?!\d)`, 'giu'),
  /(?<![\d.,/-])(?<a>\d{1,2})\s?(?<sep>[-/.])\s?(?<b>\d{1,2})\s?\k<sep>\s?(?<y>\d{4}|\d{2})(?!\d|[.,/-]\d)/gu,
]

/** All dates of a text, as `YYYY-MM-DD`, in English, French, German, Dutch, Spanish, Italian, Portuguese and Chinese notations. */
export function findDates(text: string, monthFirst: boolean): FoundDate[] {
  const found: FoundDate[] = []
  for (const pattern of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const date = dateOf(match.groups ?? {}, monthFirst)
      const span = { from: match.index, to: match.index + match[0].length }
      if (date !== null && !found.some((other) => other.from < span.to && span.from < other.to)) found.push({ ...date, ...span })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

function dateOf(groups: Record<string, string>, monthFirst: boolean): { iso: string; other: string | null } | null {
  const year = yearOf(groups.y ?? '')
  if (groups.a !== undefined) {
    const dayFirst = iso(year, Number(groups.b), Number(groups.a))
    const american = iso(year, Number(groups.a), Number(groups.b))
    const [first, second] = monthFirst ? [american, dayFirst] : [dayFirst, american]
    if (first === null) return second === null ? null : { iso: second, other: null }
    return { iso: first, other: second === first ? null : second }
  }
  const month = groups.name === undefined ? Number(groups.m) : MONTH_OF.get(fold(groups.name))
  const found = month === undefined ? null : iso(year, month, Number(groups.d))
  return found === null ? null : { iso: found, other: null }
}

/** Whether the dates of a text show that the month comes first: one has a second number above 12. Null: no date tells. */
export function monthComesFirst(text: string): boolean | null {
  for (const match of text.matchAll(/(?<![\d.,/-])(\d{1,2})[-/](\d{1,2})[-/](?:\d{4}|\d{2})(?!\d)/g)) {
    const [first, second] = [Number(match[1]), Number(match[2])]
    if (first > 12 && second <= 12) return false
    if (second > 12 && first <= 12) return true
  }
  return null
}

function yearOf(text: string): number {
  const year = Number(text)
  return text.length === 2 ? 2000 + year : year
}

function iso(year: number, month: number, day: number): string | null {
  if (year < 1970 || year > 2099 || month < 1 || month > 12 || day < 1) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
