const words = new Intl.Segmenter('en', { granularity: 'word' })
/** Scripts written without spaces, where a dictionary's words differ from one system to the next. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu
const LONGEST = 60

/**
 * The words of a text for full-text search, in order: lower case, without accents, by Unicode's word boundaries (UAX 29).
 * Chinese and Japanese give overlapping pairs of characters; a single character stands for itself.
 */
export function termsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC')
  return (folded.match(RUNS) ?? []).flatMap((run) => (UNSPACED.test(run) ? pairs(run) : wordsOf(run)))
}

function wordsOf(text: string): string[] {
  const found: string[] = []
  for (const { segment, isWordLike } of words.segment(text)) {
    if (!isWordLike) continue
    // Numbers and names with inner punctuation are found by their parts too.
    for (const part of segment.match(/[\p{L}\p{N}]+/gu) ?? []) found.push(part.slice(0, LONGEST))
  }
  return found
}

function pairs(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
