/** A word without case and marks. */
export const bareWord = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Which of the words were heard alike in another reading of the same sound: those on the longest common sequence of both. Words of no
 * letters count as heard.
 */
export function heardAlike(words: readonly string[], others: readonly string[]): boolean[] {
  const a = words.map(bareWord)
  const b = others.map(bareWord).filter((word) => word !== '')
  const width = b.length + 1
  // longest[i * width + j]: of a from i on and b from j on.
  const longest = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const alike = a.map((word) => word === '')
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      alike[i] = true
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return alike
}
