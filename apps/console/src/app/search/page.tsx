import type { Metadata } from 'next'
import { z } from 'zod'
import { type Query, word } from '../../frame/query.ts'
import { TopBar } from '../../frame/top-bar.tsx'
import { getTranslator } from '../../frame/translator.ts'
import styles from '../../search/search.module.css'
import { SearchForm } from '../../search/search-form.tsx'
import { SearchHits } from '../../search/search-hits.tsx'
import { readForPage } from '../../server/problems.ts'
import { openSession } from '../../server/session.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('search'))('title') }
}

const querySchema = z.object({ q: word(500) })
const SHOWN = 20

export default async function SearchPage({ searchParams }: { searchParams: Query }) {
  const { q } = querySchema.parse(await searchParams)
  const t = await getTranslator('search')
  const hits = await readForPage(async () => {
    const { client } = await openSession()
    return q ? client.search(q, { limit: SHOWN }) : null
  })
  return (
    <>
      <TopBar crumbs={[{ word: t('title') }]} />
      <main className={styles.search}>
        <h1 className="hidden">{t('title')}</h1>
        <SearchForm query={q} />
        {hits && q && <SearchHits hits={hits} query={q} />}
        {!hits && (
          <div className="empty">
            <b>{t('start')}</b>
            <p>{t('startHow')}</p>
          </div>
        )}
      </main>
    </>
  )
}
