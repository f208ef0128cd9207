/** How readable a text is: 0 (nothing, or noise) to 1, with what is wrong in words for a reviewer. */
export interface TextQuality {
  score: number
  letters: number
  problems: string[]
}

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Longer than any word of a language; web addresses aside. */
const LONG_TOKEN = 40
const ENOUGH_FOR_STATISTICS = 200

/** Looks for text that was decoded wrongly, extracted from fonts without a map, or encoded; says nothing about its content. */
export function textQuality(text: string): TextQuality {
  // The marks of a Markdown table are not its content.
  const sample = text.slice(0, 200_000).replace(/^\|(?: ?-{3,} ?\|)+$|(?<=^|\s)\|(?=\s|$)/gm, ' ')
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0
  const visible = count(/\S/gu)
  const letters = count(/[\p{L}\p{N}]/gu)
  if (letters === 0) return { score: 0, letters: 0, problems: ['there is no letter or digit in it'] }
  const problems: string[] = []
  let score = 1
  const lower = (to: number, problem: string) => {
    score = Math.min(score, to)
    problems.push(problem)
  }
  const lost = count(/\ufffd/g) / visible
  if (lost > 0.001) lower(lost > 0.02 ? 0.2 : 0.6, `${(lost * 100).toFixed(1)} % of its characters could not be decoded`)
  if (letters / visible < 0.4) lower(0.4, 'most of it is neither letters nor digits')
  if (count(/\(cid:\d+\)/g) * 8 > visible * 0.1) lower(0.1, 'its fonts do not say which letters they draw')
  if (encodedShare(sample) > 0.5) lower(0.3, 'most of it is runs without spaces, as encoded data is')
  const latin = count(/\p{Script=Latin}/gu)
  const vowels = count(/[aeiouyàâäáãåæèéêëìíîïòóôöõøœùúûüýÿ]/giu) / Math.max(1, latin)
  if (latin > ENOUGH_FOR_STATISTICS && latin > letters * 0.5 && (vowels < 0.22 || vowels > 0.65)) {
    lower(0.4, 'its letters do not follow the pattern of any language')
  }
  return { score, letters, problems }
}

function encodedShare(text: string): number {
  const tokens = text.match(/\S+/g) ?? []
  const encoded = tokens.filter(
    (token) => token.length > LONG_TOKEN && !SPACELESS.test(token) && !/^\W*(https?:|www\.)|[/.]{2}|[._-]{4}/.test(token),
  )
  const length = (list: readonly string[]): number => list.reduce((sum, token) => sum + token.length, 0)
  return length(encoded) / Math.max(1, length(tokens))
}
