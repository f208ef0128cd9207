import type { Metadata } from 'next'
import { BulkTable } from '../../../compare/bulk-table.tsx'
import { hrefWith, type Query } from '../../../frame/query.ts'
import { TopBar } from '../../../frame/top-bar.tsx'
import { getTranslator } from '../../../frame/translator.ts'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'

interface Props {
  params: Promise<{ bulk: string }>
  searchParams: Query
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('travel'))('bulk.title') }
}

export default async function BulkPage({ params, searchParams }: Props) {
  const { bulk } = await params
  const { differ } = await searchParams
  const comparison = await readForPage(async () => (await openSession()).client.compareBulk(bulk))
  const [t, runs] = await Promise.all([getTranslator('travel'), getTranslator('runs')])
  return (
    <>
      <TopBar crumbs={[{ word: runs('list.title'), href: hrefWith('/runs', {}) }, { word: t('bulk.title') }]} />
      <BulkTable comparison={comparison} differ={differ !== undefined} />
    </>
  )
}
