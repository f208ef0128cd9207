/** An amount in a text: its value, the currency written beside it, and the characters it takes. */
export interface FoundAmount {
  value: number
  currency: string | null
  /** Written with two decimals, as prices are. */
  decimals: boolean
  from: number
  to: number
}

const SYMBOLS: readonly [RegExp, string][] = [
  [/€|\beuros?\b|\beur\b/i, 'EUR'],
  [/£|\bgbp\b/i, 'GBP'],
  [/\bus\$|\busd\b|us dollars/i, 'USD'],
  [/\bchf\b|\bsfr\b/i, 'CHF'],
  [/₹|\brs\.?(?![a-z])|\binr\b/i, 'INR'],
  [/\brm(?![a-z])|\bmyr\b/i, 'MYR'],
  [/\bpln\b|\bzł/i, 'PLN'],
  [/\bcad\b|\bc\$/i, 'CAD'],
  [/\baud\b|\ba\$/i, 'AUD'],
  [/\bsgd\b|\bs\$/i, 'SGD'],
  [/\bjpy\b|円/i, 'JPY'],
  [/\bcny\b|\brmb\b|人民币|元/i, 'CNY'],
  [/¥|￥/, 'CNY'],
  [/\bsek\b/i, 'SEK'],
  [/\bdkk\b/i, 'DKK'],
  [/\bnok\b/i, 'NOK'],
  [/\$|dollars?\b/i, 'USD'],
]

/** The currency a text names, as ISO 4217; a bare dollar sign is taken for US dollars, a bare yen sign for renminbi. */
export function currencyIn(text: string): string | null {
  return SYMBOLS.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

const MARK = String.raw`(?:€|£|\$|US\$|¥|￥|₹|Rs\.?|RM|EUR|USD|GBP|CHF|INR|MYR|PLN|CNY|RMB)`
const DIGITS = String.raw`\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?|\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d{1,2})?|\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+(?:[.,]\d{1,2})?|[.,]\d{2}`
const AMOUNT = new RegExp(
  String.raw`(?<![\w.,/\-:#])(?<minus>[-−(]\s?)?(?<before>${MARK})?\s?(?<sign>[-−])?\s?(?<digits>${DIGITS})(?![\w%])(?![.,:/-]\d)(?<after>\s?(?:€|£|\$|元|円|EUR|USD|GBP|CHF|INR|MYR|PLN|CNY|RMB|RM)(?![A-Za-z]))?`,
  'giu',
)

/** All amounts of a text in order: numbers with a currency mark or two decimals, and bare integers, each told apart by `decimals`. */
export function findAmounts(text: string): FoundAmount[] {
  const found: FoundAmount[] = []
  for (const match of text.matchAll(AMOUNT)) {
    const { digits = '', before, after, minus, sign } = match.groups ?? {}
    const value = parseNumber(digits)
    if (value === null) continue
    const negative = minus !== undefined || sign !== undefined
    found.push({
      value: negative ? -value : value,
      currency: currencyIn(`${before ?? ''} ${after ?? ''}`),
      decimals: /[.,]\d{2}$/.test(digits),
      from: match.index,
      to: match.index + match[0].length,
    })
  }
  return found
}

/**
 * A number in any of the usual notations: 1,234.56, 1.234,56, 1 234,56, 1'234.56, 1,23,456.78. A single separator before three
 * digits groups thousands. Null for anything else.
 */
export function parseNumber(text: string): number | null {
  const compact = text.replace(/[\s'’]/g, '')
  const decimal = /[.,](\d{1,2})$/.exec(compact)
  const whole = (decimal === null ? compact : compact.slice(0, decimal.index)).replace(/[.,]/g, '')
  if (!/^\d*$/.test(whole) || (whole === '' && decimal === null)) return null
  return Number(`${whole === '' ? '0' : whole}.${decimal?.[1] ?? '0'}`)
}

/** Whether two amounts are the same to the cent. */
export const sameAmount = (a: number, b: number): boolean => Math.abs(a - b) < 0.005
