'use client'

import { useTranslations } from 'use-intl/react'
import { TopBar } from '../frame/top-bar.tsx'

/** `digest` holds "code: sentence", see server/problems.ts. */
function sentenceOf(error: unknown): string | null {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : ''
  const sentence = digest.replace(/^[a-z_]+: /, '')
  return sentence === digest ? null : sentence
}

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('frame.problem')
  return (
    <>
      <TopBar crumbs={[{ word: t('crumb') }]} />
      <main className="empty">
        <div role="alert">
          <b>{t('title')}</b>
          <p>{sentenceOf(error) ?? t('unknown')}</p>
        </div>
        <p className="dimmer">{t('calm')}</p>
        <button type="button" className="btn" onClick={retry}>
          {t('again')}
        </button>
      </main>
    </>
  )
}
