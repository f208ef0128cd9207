/** The languages that the second reader has. */
export type SecondLanguage = 'eng' | 'fra'

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/gu
const FRENCH = /\b(?:le|la|les|des|du|une?|et|est|pour|dans|par|sur|avec|vous|nous|facture|montant|tva|ttc)\b/gi
const ENGLISH = /\b(?:the|of|and|to|in|is|for|with|by|on|you|we|invoice|amount|vat|gst|tax)\b/gi

/** What the second reader takes a page for, by its language or else by its words; null where most letters are of a script it can't read. */
export function chooseLanguage(language: string | null, text: string): SecondLanguage | null {
  if (count(text, OTHER_SCRIPT) > count(text, /\p{L}/gu) / 2) return null
  if (language !== null) return language === 'fr' ? 'fra' : 'eng'
  return count(text, FRENCH) > count(text, ENGLISH) ? 'fra' : 'eng'
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
