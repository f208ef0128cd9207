const DATE_THEN_TIME = /((?:\d{1,2}[/.-]\d{1,2}[/.-]|\p{L}{3} ?)(?:20)?\d{2}|20\d{2}[/.-]\d{1,2}[/.-]\d{2})(?=\d{2}:\d{2})/gu
const WORD_WITH_NOUGHT = /(?<![\p{L}\p{N}])(?=[\p{L}0]*0)(?=(?:0*\p{L}){2})[\p{L}0]+(?![\p{L}\p{N}])/gu

/**
 * What the recogniser gets wrong in the same way again and again: it leaves out the space between a date and a time, and takes an O among
 * letters for a nought.
 */
export function mendWords(text: string): string {
  return text
    .replace(DATE_THEN_TIME, '$1 ')
    .replace(WORD_WITH_NOUGHT, (word) => word.replace(/0/g, word === word.toUpperCase() || word.startsWith('0') ? 'O' : 'o'))
}
