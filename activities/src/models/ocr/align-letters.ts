/** For each character of `a` the index in `b` of the character it stands for, or null: the cheapest edits (Wagner and Fischer, 1974). */
export function alignLetters(a: readonly string[], b: readonly string[], cost: (x: string, y: string) => number): (number | null)[] {
  const width = b.length + 1
  const table = new Float32Array((a.length + 1) * width)
  for (let j = 0; j <= b.length; j += 1) table[j] = j
  for (let i = 1; i <= a.length; i += 1) {
    table[i * width] = i
    for (let j = 1; j <= b.length; j += 1) {
      const change = (table[(i - 1) * width + j - 1] ?? 0) + cost(a[i - 1] ?? '', b[j - 1] ?? '')
      table[i * width + j] = Math.min(change, (table[(i - 1) * width + j] ?? 0) + 1, (table[i * width + j - 1] ?? 0) + 1)
    }
  }
  const partners = new Array<number | null>(a.length).fill(null)
  let [i, j] = [a.length, b.length]
  while (i > 0 && j > 0) {
    const here = table[i * width + j] ?? 0
    const change = (table[(i - 1) * width + j - 1] ?? 0) + cost(a[i - 1] ?? '', b[j - 1] ?? '')
    if (Math.abs(here - change) < 1e-4) {
      i -= 1
      j -= 1
      partners[i] = j
    } else if (Math.abs(here - (table[(i - 1) * width + j] ?? 0) - 1) < 1e-4) i -= 1
    else j -= 1
  }
  return partners
}
