import { InvalidArgumentError } from 'commander'

/** A whole number of at least 1, for commander. */
export function parseCount(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number of at least 1.')
  return value
}

/** How many links to follow, from 0 to 10, for commander. */
export function parseDepth(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 10) throw new InvalidArgumentError('It must be a whole number from 0 to 10.')
  return value
}

/** A length of time in seconds from `90`, `90s`, `15m`, `2h` or `3d`, for commander. */
export function parseSeconds(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(s|m|h|d)?$/.exec(text)
  if (match === null) throw new InvalidArgumentError('Write a time such as 90s, 15m, 2h or 3d.')
  return Number(match[1]) * (SECONDS[match[2] ?? 's'] ?? 1)
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Collects an option that may be given several times, for commander. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text]
}

/** A number from 0 to 1, for commander. */
export function parseShare(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 1)) throw new InvalidArgumentError('It must be a number from 0 to 1, such as 0.8.')
  return value
}

/** A whole number from 0, for commander. */
export function parseWhole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.')
  return Number(text)
}

/** Names, separated by commas or by giving the option several times, for commander. */
export function collectNames(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(',').map((name) => name.trim())].filter((name) => name !== '')
}
