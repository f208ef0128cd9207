'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useTimeZone } from 'use-intl/react'
import { ZONE_COOKIE } from './locales.ts'
import { keepPreference } from './preferences.ts'

/** Tells the server which time zone the reader is in, so that its days are the reader's days. */
export function KeepZone() {
  const router = useRouter()
  const shown = useTimeZone()
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (zone === shown) return
    keepPreference(ZONE_COOKIE, zone)
    router.refresh()
  }, [shown, router])
  return null
}
