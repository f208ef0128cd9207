'use client'

import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { createSentences, type Sentences } from './sentences.ts'
import { useTimes } from './use-times.ts'

/** What the product says, in the reader's language; server components call `getSentences()`. */
export function useSentences(): Sentences {
  const t = useTranslations('sentences')
  const locale = useLocale()
  const times = useTimes()
  return useMemo(() => createSentences({ t, locale, times }), [t, locale, times])
}
