'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { signInAddress } from './return-path.ts'

/** Said over a page whose session has ended, with the way back to it. */
export function SignedOutNote() {
  const t = useTranslations('frame')
  const query = useSearchParams().toString()
  const path = usePathname()
  return (
    <>
      {t('signedOut')} <a href={signInAddress(query ? `${path}?${query}` : path)}>{t('signInAgain')}</a>
    </>
  )
}

/** Whether the server knows nobody here; false where it does not answer. */
export async function isSignedOut(): Promise<boolean> {
  const response = await fetch('/api/v1/me', { cache: 'no-store' }).catch(() => null)
  return response?.status === 401
}
