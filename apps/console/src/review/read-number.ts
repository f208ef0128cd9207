/**
 * The number in a piece of text as people and scanners write it: "RM 33.92", "1 939,00", "1.939,00 €", "(12.50)".
 * A separator followed by one or two digits at the end marks the decimals; three digits after a lone one make it a
 * thousands separator. Null where there is no single number.
 */
export function readNumber(text: string): number | null {
  const match = /[-−(]?\s*\d[\d\s.,'’]*/.exec(text.replace(/[\u00a0\u202f]/g, ' '))
  if (!match || /\d/.test(text.slice(match.index + match[0].length))) return null
  const negative = /^[-−(]/.test(match[0])
  const digits = match[0].replace(/[^\d.,]/g, '').replace(/[.,]+$/, '')
  const value = Number(withPoint(digits))
  if (!Number.isFinite(value)) return null
  return negative ? -value : value
}

function withPoint(digits: string): string {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return digits
  const separator = digits[last]
  const decimals = digits.length - last - 1
  const lone = digits.indexOf(separator ?? '') === last && !/[.,]/.test(digits.slice(0, last))
  const isThousands = decimals === 3 && lone && digits.slice(0, last).length <= 3 && !digits.startsWith('0')
  const repeated = digits.indexOf(separator ?? '') !== last
  if (isThousands || repeated) return digits.replace(/[.,]/g, '')
  return `${digits.slice(0, last).replace(/[.,]/g, '')}.${digits.slice(last + 1)}`
}
