import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { createTranslator } from 'use-intl/core'
import { chooseLocale, knownZone, LOCALE_COOKIE, type Locale, THEME_COOKIE, ZONE_COOKIE } from './locales.ts'
import { MESSAGES, type Namespace } from './messages.ts'
import { createSentences, type Sentences } from './sentences.ts'
import { createTimes, type Times } from './times.ts'

/** How the reader wants to see the console; once per request. */
export const readPreferences = cache(
  async (): Promise<{ locale: Locale; zone: string | undefined; theme: 'light' | 'dark' | undefined }> => {
    const [jar, sent] = await Promise.all([cookies(), headers()])
    const theme = jar.get(THEME_COOKIE)?.value
    return {
      locale: chooseLocale(jar.get(LOCALE_COOKIE)?.value, sent.get('accept-language')),
      zone: knownZone(jar.get(ZONE_COOKIE)?.value),
      theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    }
  },
)

/** The words of one namespace for server components: `const t = await getTranslator('runs')`. Client ones call `useTranslations('runs')`. */
export async function getTranslator<N extends Namespace>(namespace: N) {
  const { locale } = await readPreferences()
  return createTranslator({ locale, messages: MESSAGES[locale], namespace })
}

/** What the product says, in the reader's language, for server components; client ones call `useSentences()`. */
export async function getSentences(): Promise<Sentences> {
  const [{ locale }, t, times] = await Promise.all([readPreferences(), getTranslator('sentences'), getTimes()])
  return createSentences({ t, locale, times })
}

/** Moments, sizes and numbers in the reader's language, for server components; client ones call `useTimes()`. */
export async function getTimes(): Promise<Times> {
  const { locale, zone } = await readPreferences()
  return createTimes({ locale, zone, words: await getTranslator('frame') })
}
