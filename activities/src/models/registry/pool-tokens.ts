import type { Pooling } from './encoder-facts.ts'

/** One unit vector of the vectors of a text's tokens, which stand one after the other in `values`. */
export function poolTokens(values: Float32Array, tokens: number, pooling: Pooling): Float32Array {
  const dimension = values.length / tokens
  const pooled = values.slice(0, dimension)
  if (pooling !== 'cls') {
    for (let at = dimension; at < values.length; at += 1) {
      const column = at % dimension
      const [one, other] = [pooled[column] ?? 0, values[at] ?? 0]
      pooled[column] = pooling === 'max' ? Math.max(one, other) : one + other
    }
  }
  // A mean and a sum have the same direction.
  const length = Math.hypot(...pooled) || 1
  return pooled.map((value) => value / length)
}
