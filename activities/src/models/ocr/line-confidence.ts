/** Of a logistic model. Fitted on 3,091 lines of receipts with known text; each is the weight of what is known of a line. */
const SECOND = { bias: -2.5, least: 4.7, same: 2.2 }
const ALONE = { bias: -2.5, least: 5.9 }
/** What one reader sees and the other doesn't, on a page on which they agree of next to nothing, is as likely noise as not. */
const LOWEST_CEILING = 0.4
const FULL_AGREEMENT = 0.5

/**
 * The chance that a line is right to the letter, 0..1: it is as sure as its least sure character (the recogniser's mean hides one wrong
 * digit among many), surer where a second reader read the very same. `agreement`: of the line, null where nobody could read it again.
 */
export function lineConfidence(chances: readonly number[], agreement: number | null): number {
  const least = Math.min(1, ...chances)
  const z =
    agreement === null ? ALONE.bias + ALONE.least * least : SECOND.bias + SECOND.least * least + (agreement > 0.999 ? SECOND.same : 0)
  return 1 / (1 + Math.exp(-z))
}

/** No line of a page is surer than this: a garbled page has lines that look sure alone, but two readers don't see the same in it. */
export function pageCeiling(agreement: number | null): number {
  if (agreement === null) return 1
  return Math.min(1, LOWEST_CEILING + ((1 - LOWEST_CEILING) * agreement) / FULL_AGREEMENT)
}
