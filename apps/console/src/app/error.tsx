'use client'

import { useTranslations } from 'use-intl/react'
import { TopBar } from '../frame/top-bar.tsx'
import { useSentences } from '../frame/use-sentences.ts'
import { readDigest } from '../server/page-problem.ts'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('frame.problem')
  const sentences = useSentences()
  const problem = readDigest(error)
  return (
    <>
      <TopBar crumbs={[{ word: t('crumb') }]} />
      <main className="empty">
        <div role="alert">
          <b>{t('title')}</b>
          <p>{problem ? sentences.problem(problem) : t('unknown')}</p>
        </div>
        <p className="dimmer">{t('calm')}</p>
        <button type="button" className="btn" onClick={retry}>
          {t('again')}
        </button>
      </main>
    </>
  )
}
