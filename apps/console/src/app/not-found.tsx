import Link from 'next/link'
import { TopBar } from '../frame/top-bar.tsx'
import { getTranslator } from '../frame/translator.ts'

export default async function NotFoundPage() {
  const t = await getTranslator('frame')
  return (
    <>
      <TopBar crumbs={[{ word: t('notFound.crumb') }]} />
      <main className="empty">
        <b>{t('notFound.title')}</b>
        <p>{t('notFound.why')}</p>
        <Link className="btn" href="/inbox">
          {t('notFound.toInbox')}
        </Link>
      </main>
    </>
  )
}
