/** Larger paths than this are set beside each other step by step: aligning takes time and room for every pair. */
const MOST_PAIRS = 4_000_000

export interface AlignedStep {
  a: string | null
  b: string | null
}

/**
 * Sets two paths beside each other so that as many steps as can be are the same (longest common subsequence, by the table of Wagner and
 * Fischer, 1974, after what both begin and end with). Null: the other has no such step there.
 */
export function alignPaths(a: readonly string[], b: readonly string[]): AlignedStep[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1
  const middle = align(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  const same = (node: string): AlignedStep => ({ a: node, b: node })
  return [...a.slice(0, head).map(same), ...middle, ...a.slice(a.length - tail).map(same)]
}

function align(a: readonly string[], b: readonly string[]): AlignedStep[] {
  if (a.length * b.length > MOST_PAIRS) {
    return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => ({ a: a[index] ?? null, b: b[index] ?? null }))
  }
  const common = tableOf(a, b)
  const steps: AlignedStep[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) steps.push({ a: a[i++] ?? null, b: b[j++] ?? null })
    else if (j === b.length || (i < a.length && common(i + 1, j) >= common(i, j + 1))) steps.push({ a: a[i++] ?? null, b: null })
    else steps.push({ a: null, b: b[j++] ?? null })
  }
  return steps
}

/** How many steps the rests of both paths have in common, from two places on. */
function tableOf(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => table[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  return at
}
