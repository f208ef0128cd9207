import type { Metadata } from 'next'
import { DocumentsList } from '../../documents/documents-list.tsx'
import { documentsQuerySchema } from '../../documents/documents-query.ts'
import type { Query } from '../../frame/query.ts'
import { TopBar } from '../../frame/top-bar.tsx'
import { getTranslator } from '../../frame/translator.ts'
import { readForPage } from '../../server/problems.ts'
import { openSession } from '../../server/session.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('documents'))('title') }
}

const PAGE_SIZE = 50

export default async function DocumentsPage({ searchParams }: { searchParams: Query }) {
  const query = documentsQuerySchema.parse(await searchParams)
  const t = await getTranslator('documents')
  const page = await readForPage(async () => {
    const { client } = await openSession()
    return client.listDocuments({ text: query.q, after: query.after, limit: PAGE_SIZE })
  })
  return (
    <>
      <TopBar crumbs={[{ word: t('title') }]} />
      <DocumentsList query={query} documents={page.items} next={page.next} />
    </>
  )
}
