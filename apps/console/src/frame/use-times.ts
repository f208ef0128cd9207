'use client'

import { useMemo } from 'react'
import { useLocale, useTimeZone, useTranslations } from 'use-intl/react'
import { createTimes, type Times } from './times.ts'

/** Moments, spans and numbers in the reader's language. */
export function useTimes(): Times {
  const words = useTranslations('frame')
  const locale = useLocale()
  const zone = useTimeZone()
  return useMemo(() => createTimes({ locale, zone, words }), [locale, zone, words])
}
