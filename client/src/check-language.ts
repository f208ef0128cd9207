import { CountersignError } from '@countersign/workflows/contract'

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** The canonical form of a language tag (BCP 47): `fr`, `en-GB`, `zh-Hant`. Throws `invalid_input` for what names no language. */
export function checkLanguage(tag: string): string {
  const locale = parseTag(tag)
  if (locale !== null && NAMES.of(locale.language) !== undefined) return locale.toString()
  throw new CountersignError(
    'invalid_input',
    `"${tag.slice(0, 35)}" is no language code. Write one such as en, fr, zh or pt-BR (BCP 47).`,
    { language: tag },
  )
}

function parseTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch {
    return null
  }
}
