/** Lam with one of the four alefs: one glyph, two letters. */
const LIGATURE = /^\u0644[\u0622\u0623\u0625\u0627]$/
/** No word holds alef, alef with hamza, lam: it is an article before a ligature. */
const HAMZA_SWAPPED = /\u0627([\u0622\u0623\u0625])\u0644/g
const ALEF_LAM = /[\u0622\u0623\u0625\u0627]\u0644/
const WORD = /[\p{L}\p{M}]+/gu
/** So many letters around a ligature tell its place where its word is cut by the end of a run. */
const ENOUGH_AROUND = 3

/**
 * Puts lam and alef in their order again. A ligature of the two is one glyph; pdf.js turns a right-to-left run around letter by letter,
 * and so writes it alef before lam. Which words hold such a glyph is told by `drawn`: the glyphs of each stretch of text, in the order of
 * drawing, which is from left to right.
 */
export function lamAlefMender(drawn: readonly (readonly string[])[]): (text: string) => string {
  const words = new Map<string, string>()
  const pieces = new Map<string, string>()
  for (const glyphs of drawn) {
    for (const [index, glyph] of glyphs.entries()) if (LIGATURE.test(glyph)) learn(glyphs, index, words, pieces)
  }
  return (text) => {
    if (!ALEF_LAM.test(text)) return text
    let mended = text.replace(HAMZA_SWAPPED, '\u0627\u0644$1').replace(WORD, (word) => words.get(word) ?? word)
    for (const [wrong, right] of pieces) mended = mended.replaceAll(wrong, right)
    return mended
  }
}

function learn(glyphs: readonly string[], at: number, words: Map<string, string>, pieces: Map<string, string>): void {
  let [start, end] = [at, at + 1]
  while (start > 0 && isLetter(glyphs[start - 1])) start -= 1
  while (end < glyphs.length && isLetter(glyphs[end])) end += 1
  const word = glyphs.slice(start, end)
  words.set(turned(word.join('')).replace(HAMZA_SWAPPED, '\u0627\u0644$1'), word.toReversed().join(''))
  const near = glyphs.slice(Math.max(start, at - 2), Math.min(end, at + 3))
  if (near.length > ENOUGH_AROUND) pieces.set(turned(near.join('')), near.toReversed().join(''))
}

const isLetter = (glyph: string | undefined): boolean => glyph !== undefined && /^[\p{L}\p{M}]+$/u.test(glyph)
const turned = (text: string): string => [...text].reverse().join('')
