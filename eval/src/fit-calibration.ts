import type { Calibration, Features } from '@countersign/activities/evaluation'

/** One judged reading: what spoke for it, and whether it was right. `weight`: how much of a sample it counts for. */
export interface Judged {
  features: Features
  right: boolean
  weight: number
}

/** What is believed before any sample: evidence helps, contradictions hurt. Few samples move it little. */
const PRIOR = [-1, 2, 1, 1.5, -3]
/** How firmly, per weight: the precision of a normal distribution around the prior. */
const FIRMNESS = [0.3, 1, 1, 1, 1]
const STEPS = 25
const ROUNDS = 8

/**
 * The model of whether the right place was chosen. A wrong reading may be the fault of the choice or of the letters (`doubt`): how much of
 * each is estimated with the weights, by turns (Dempster, Laird and Rubin, Maximum Likelihood from Incomplete Data via the EM Algorithm, 1977).
 */
export function fitCalibration(samples: readonly Judged[]): Calibration {
  const rows = samples.map(({ features }) => [1, features.fit, features.lead, features.agreement, features.conflict])
  let weights = [...PRIOR]
  for (let round = 0; round < ROUNDS; round += 1) {
    const chosen = samples.map(({ right, features }, at) => {
      const chance = logistic(dot(weights, rows[at] ?? []))
      return right ? 1 : (chance * features.doubt) / (1 - chance * (1 - features.doubt))
    })
    weights = fitLogistic(rows, chosen, samples, weights)
  }
  const [bias = 0, fit = 0, lead = 0, agreement = 0, conflict = 0] = weights.map(thousandths)
  const real = samples.filter(({ weight }) => weight === 1).length
  return { bias, fit, lead, agreement, conflict, ceiling: thousandths((real + 1) / (real + 2)) }
}

/**
 * Logistic regression with a normal prior on its weights, by Newton's method (Hastie, Tibshirani and Friedman, Elements of
 * Statistical Learning, 4.4; Bishop, Pattern Recognition and Machine Learning, 4.5). `targets`: 0..1.
 */
function fitLogistic(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  samples: readonly Judged[],
  start: readonly number[],
): number[] {
  let weights = [...start]
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight, at) => firmness(at) * ((PRIOR[at] ?? 0) - weight))
    const curvature: number[][] = weights.map((_, at) => weights.map((_weight, other) => (at === other ? firmness(at) : 0)))
    for (const [index, row] of rows.entries()) {
      const weight = samples[index]?.weight ?? 0
      const chance = logistic(dot(weights, row))
      const missed = ((targets[index] ?? 0) - chance) * weight
      const spread = chance * (1 - chance) * weight
      for (const [at, x] of row.entries()) {
        gradient[at] = (gradient[at] ?? 0) + missed * x
        const line = curvature[at] ?? []
        for (const [other, y] of row.entries()) line[other] = (line[other] ?? 0) + spread * x * y
      }
    }
    const move = solve(curvature, gradient)
    weights = weights.map((weight, at) => weight + (move[at] ?? 0))
    if (Math.max(...move.map(Math.abs)) < 1e-6) break
  }
  return weights
}

const logistic = (z: number): number => 1 / (1 + Math.exp(-z))
const firmness = (at: number): number => FIRMNESS[at] ?? 1
const thousandths = (value: number): number => Math.round(value * 1000) / 1000
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

/** Solves a small positive definite system by Gaussian elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  const size = rows.length
  for (let pivot = 0; pivot < size; pivot += 1) {
    const head = rows[pivot] ?? []
    for (const row of rows.slice(pivot + 1)) {
      const factor = (row[pivot] ?? 0) / (head[pivot] ?? 1)
      for (let column = pivot; column <= size; column += 1) row[column] = (row[column] ?? 0) - factor * (head[column] ?? 0)
    }
  }
  const solution = new Array<number>(size).fill(0)
  for (let at = size - 1; at >= 0; at -= 1) {
    const row = rows[at] ?? []
    const known = solution.reduce((sum, value, column) => (column > at ? sum + value * (row[column] ?? 0) : sum), 0)
    solution[at] = ((row[size] ?? 0) - known) / (row[at] ?? 1)
  }
  return solution
}
