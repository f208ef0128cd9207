/** Enough to tell a language, little enough to be quick. */
const SAMPLE = 4000
const SHORTEST = 20

/** The language of a text as ISO 639-1, or null where it can't be told. Loads the language statistics on first use. */
export async function detectLanguage(text: string): Promise<string | null> {
  const sample = text.slice(0, SAMPLE)
  const script = scriptLanguage(sample)
  if (script !== null) return script
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < SHORTEST) return null
  const { eld } = await import('eld/small')
  const result = eld.detect(sample)
  return result.language === '' ? null : result.language
}

/** Scripts that one language uses almost alone, told even from a few characters. */
function scriptLanguage(text: string): string | null {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const letters = Math.max(1, count(/\p{L}/gu))
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > letters * 0.1) return 'ja'
  if (count(/\p{Script=Hangul}/gu) > letters * 0.3) return 'ko'
  if (count(/\p{Script=Han}/gu) > letters * 0.3) return 'zh'
  if (count(/\p{Script=Hebrew}/gu) > letters * 0.5) return 'he'
  return null
}
