/** Of a logistic model. Fitted on lines of receipts with known text (eval/README.md); each is the weight of what is known of a line. */
const SECOND = { bias: -3.3, least: 4.4, same: 1.6, again: 1 }
const ALONE = { bias: -3.35, least: 5.3, again: 1.25 }
/** The share of lines that are read the same again: what a line counts for that nobody looked at again. */
const USUALLY = 0.88
/** What one reader sees and the other doesn't, on a page on which they agree of next to nothing, is as likely noise as not. */
const LOWEST_CEILING = 0.4
const FULL_AGREEMENT = 0.5

/** What other readings say of a line. */
export interface OtherReadings {
  /** The share of it that a second reader read the same; null where nobody could read it again. */
  agreement: number | null
  /** Whether the first reader read the same when it looked again; null where it did not look. */
  again: boolean | null
}

/**
 * The chance that a line is right to the letter, 0..1: it is as sure as its least sure letter or digit (the recogniser's mean hides
 * one wrong one among many), surer where a second reader read the very same, and where the first one did when it looked again.
 */
export function lineConfidence(least: number, { agreement, again }: OtherReadings): number {
  const looked = again === null ? USUALLY : Number(again)
  const z =
    agreement === null
      ? ALONE.bias + ALONE.least * least + ALONE.again * looked
      : SECOND.bias + SECOND.least * least + (agreement > 0.999 ? SECOND.same : 0) + SECOND.again * looked
  return 1 / (1 + Math.exp(-z))
}

/** No line of a page is surer than this: a garbled page has lines that look sure alone, but two readers don't see the same in it. */
export function pageCeiling(agreement: number | null): number {
  if (agreement === null) return 1
  return Math.min(1, LOWEST_CEILING + ((1 - LOWEST_CEILING) * agreement) / FULL_AGREEMENT)
}
