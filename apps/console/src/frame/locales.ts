/** Languages of the console; the first is spoken where nothing else was asked for. */
export const LOCALES = ['en', 'fr', 'zh'] as const
export type Locale = (typeof LOCALES)[number]

/** Each language under its own name. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', fr: 'Français', zh: '中文' }

/** For dates and numbers: a day comes before its month. */
export const FORMAT_LOCALES: Record<Locale, string> = { en: 'en-GB', fr: 'fr-FR', zh: 'zh-CN' }

export const LOCALE_COOKIE = 'countersign.locale'
/** The time zone of the browser, so that the server's days are the reader's. */
export const ZONE_COOKIE = 'countersign.zone'
export const THEME_COOKIE = 'countersign.theme'

const known = (tag: string | undefined): Locale | undefined => LOCALES.find((locale) => locale === tag)

/** The language to speak: the chosen one, else the best of an Accept-Language header (RFC 9110, 12.5.4), else English. */
export function chooseLocale(chosen: string | undefined, accepted: string | null): Locale {
  const asked = (accepted ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((one) => one.trim()).find((one) => one.startsWith('q='))
      return { tag: tag.split('-')[0], weight: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return known(chosen) ?? asked.map(({ tag }) => known(tag)).find((locale) => locale !== undefined) ?? LOCALES[0]
}

/** A time zone that this machine knows, or undefined. */
export function knownZone(zone: string | undefined): string | undefined {
  if (!zone) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
