import type { InputType } from '@countersign/workflows/contract'
import type { FailedPart } from './state.ts'

const NOUNS: Record<InputType, [one: string, many: string]> = {
  text: ['part', 'parts'],
  document: ['page', 'pages'],
  image: ['picture', 'pictures'],
  audio: ['part', 'parts'],
  youtube: ['part', 'parts'],
  website: ['address', 'addresses'],
}
const MOST_NAMED = 12

/** Which parts could not be read, as a sentence with the first reason; null where all could. */
export function describeFailed(type: InputType, failed: readonly FailedPart[]): string | null {
  const [first] = failed
  if (first === undefined) return null
  const numbers = failed.slice(0, MOST_NAMED).map(({ part }) => part)
  const more = failed.length > MOST_NAMED ? ` and ${failed.length - MOST_NAMED} more` : ''
  const noun = NOUNS[type][failed.length === 1 ? 0 : 1]
  return `${noun} ${numbers.join(', ')}${more} could not be read: ${first.message}`
}
