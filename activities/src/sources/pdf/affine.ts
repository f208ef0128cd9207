/** An affine transform in PDF's order [a b c d e f] (ISO 32000-1, 8.3.4). */
export type Affine = readonly number[]

export const IDENTITY: Affine = [1, 0, 0, 1, 0, 0]

/** First `n`, then `m`. */
export function multiply(m: Affine, n: Affine): Affine {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m
  const [a2 = 1, b2 = 0, c2 = 0, d2 = 1, e2 = 0, f2 = 0] = n
  return [a * a2 + c * b2, b * a2 + d * b2, a * c2 + c * d2, b * c2 + d * d2, a * e2 + c * f2 + e, b * e2 + d * f2 + f]
}

/** A rectangle on the upright page in points, origin top left. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The smallest box around points. */
export function boxAround(points: readonly (readonly [number, number])[]): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

export function areaOf({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}

/** What two boxes share; its area is 0 where they don't meet. */
export function overlapOf(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}
