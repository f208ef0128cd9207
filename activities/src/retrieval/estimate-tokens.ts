/** Four Latin letters are about a token; in scripts without spaces every character is one. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu

/** Roughly how many tokens a text has; errs on the high side for codes and numbers. */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0
  const digits = text.match(/[\d\p{P}\p{S}]/gu)?.length ?? 0
  return Math.ceil(dense + digits * 0.6 + (text.length - dense - digits) / 4.2)
}
