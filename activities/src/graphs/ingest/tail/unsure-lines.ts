import type { PageLine } from '@countersign/workflows/contract'

/** A line that was heard with less certainty than this is worth a look; eval/README.md says how often such lines are wrong. */
const SURE = 0.6

/** What is doubtful about a recording's transcript, as a sentence: lines that were heard with little certainty; null where none were. */
export function unsureLines(pages: readonly { lines: readonly PageLine[] }[]): string | null {
  const spoken = pages.flatMap(({ lines }) => lines).filter(({ time }) => time !== undefined)
  const unsure = spoken.filter(({ confidence }) => confidence !== undefined && confidence < SURE)
  const [first] = unsure
  if (first?.time === undefined) return null
  const lines = unsure.length === 1 ? 'line was' : 'lines were'
  return `${unsure.length} of ${spoken.length} ${lines} heard with little certainty, the first at ${clock(first.time.from)}`
}

/** `01:05` of 65 seconds. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return [Math.floor(whole / 60), whole % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
