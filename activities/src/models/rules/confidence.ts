/** What speaks for or against a reading, each 0..1. */
export interface Features {
  /** How well its label and form fit, of the best seen. */
  fit: number
  /** How far it is ahead of the next candidate. */
  lead: number
  /** Something independent agrees: a sum that adds up, a company's own web address or registration. */
  agreement: number
  /** A sum says otherwise, or day and month could be swapped. */
  conflict: number
  /** The chance that the reader of pictures took a letter of the value for another; 0 where the letters are certain. */
  doubt: number
}

/** Weights of a logistic model of whether the right place was chosen: bias, then one per feature that says something of it. */
export interface Calibration {
  bias: number
  fit: number
  lead: number
  agreement: number
  conflict: number
  /** Never surer than this: with n samples read, at most (n + 1) / (n + 2), Laplace's rule of succession. */
  ceiling: number
}

/** No evidence makes a reading by rules surer than this. */
export const CEILING = 0.99

/**
 * The chance that a reading with these features is right: that the right place was chosen (logistic regression, 1 / (1 + exp(-(bias + w·x))))
 * and that its letters were read right, which have nothing to do with each other.
 */
export function confidenceOf(weights: Calibration, features: Features): number {
  const z =
    weights.bias +
    weights.fit * features.fit +
    weights.lead * features.lead +
    weights.agreement * features.agreement +
    weights.conflict * features.conflict
  return Math.round(Math.min(CEILING, weights.ceiling, (1 - features.doubt) / (1 + Math.exp(-z))) * 1000) / 1000
}
