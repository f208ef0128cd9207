const words = new Intl.Segmenter('en', { granularity: 'word' })
/** Scripts written without spaces, where a dictionary's words differ from one system to the next. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu
const LONGEST = 60

/**
 * The words of a text for full-text search, in order: lower case, without accents and plural endings, by Unicode's word
 * boundaries (UAX 29).
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
    for (const part of segment.match(/[\p{L}\p{N}]+/gu) ?? []) found.push(singular(part.slice(0, LONGEST)))
  }
  return found
}

/** Plurals in -s found with their singular: Harman's S stemmer (1991), which also does for French and Spanish. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word
  if (/[^ae]ies$/.test(word)) return word.replace(/ies$/, 'y')
  return /[us]s$/.test(word) ? word : word.slice(0, -1)
}

function pairs(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
