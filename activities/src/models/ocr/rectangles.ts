/** A rectangle that may be turned: its middle, its sides, and the angle of its width against the picture's, in radians. */
export interface Rectangle {
  x: number
  y: number
  w: number
  h: number
  angle: number
}

export interface Point {
  x: number
  y: number
}

/** The smallest rectangle around points: one of its sides lies on a side of their hull (Freeman and Shapira, 1975). */
export function smallestRectangle(points: readonly Point[]): Rectangle {
  const hull = convexHull(points)
  let best: Rectangle | null = null
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from
    const rectangle = rectangleAt(hull, Math.atan2(to.y - from.y, to.x - from.x))
    if (best === null || rectangle.w * rectangle.h < best.w * best.h) best = rectangle
  }
  return level(best ?? { x: 0, y: 0, w: 0, h: 0, angle: 0 })
}

function rectangleAt(points: readonly Point[], angle: number): Rectangle {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of points) {
    const [along, across] = [x * cos + y * sin, y * cos - x * sin]
    left = Math.min(left, along)
    right = Math.max(right, along)
    top = Math.min(top, across)
    bottom = Math.max(bottom, across)
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2]
  return { x: along * cos - across * sin, y: along * sin + across * cos, w: right - left, h: bottom - top, angle }
}

/** The same rectangle with its angle within a quarter of a circle around 0, so that its width is what runs across the picture. */
function level({ x, y, w, h, angle }: Rectangle): Rectangle {
  const quarters = Math.round(angle / (Math.PI / 2))
  const rest = angle - (quarters * Math.PI) / 2
  return quarters % 2 === 0 ? { x, y, w, h, angle: rest } : { x, y, w: h, h: w, angle: rest }
}

/** Andrew's monotone chain (1979). */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of ordered) {
      while (chain.length > 1 && turnsRight(chain, point)) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  const hull = [...half(sorted), ...half(sorted.reverse())]
  return hull.length > 0 ? hull : sorted.slice(0, 1)
}

function turnsRight(chain: readonly Point[], next: Point): boolean {
  const [a, b] = chain.slice(-2)
  return a !== undefined && b !== undefined && (b.x - a.x) * (next.y - a.y) - (b.y - a.y) * (next.x - a.x) <= 0
}

/** The upright box around a rectangle. */
export function boxAround({ x, y, w, h, angle }: Rectangle): { x: number; y: number; w: number; h: number } {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const [width, height] = [w * cos + h * sin, w * sin + h * cos]
  return { x: x - width / 2, y: y - height / 2, w: width, h: height }
}
