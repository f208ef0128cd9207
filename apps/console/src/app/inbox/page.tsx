import type { Metadata } from 'next'
import type { Query } from '../../frame/query.ts'
import { TopBar } from '../../frame/top-bar.tsx'
import { getTranslator } from '../../frame/translator.ts'
import { Inbox } from '../../inbox/inbox.tsx'
import { filterOf, inboxQuerySchema } from '../../inbox/inbox-query.ts'
import { previewReview } from '../../inbox/preview-review.ts'
import { readForPage } from '../../server/problems.ts'
import { readCounts } from '../../server/read-counts.ts'
import { openSession } from '../../server/session.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('inbox'))('title') }
}

const PAGE_SIZE = 50

export default async function InboxPage({ searchParams }: { searchParams: Query }) {
  const query = inboxQuerySchema.parse(await searchParams)
  const t = await getTranslator('inbox')
  const shown = await readForPage(async () => {
    const { client, user } = await openSession()
    const [first, counts, views] = await Promise.all([
      client.listReviews({ ...filterOf(query), limit: PAGE_SIZE }),
      readCounts(),
      client.listViews(),
    ])
    const [top] = first.items
    const preview = top ? previewReview(await client.getReview(top.id)) : null
    return { first, counts, views, preview, user }
  })
  return (
    <>
      <TopBar crumbs={[{ word: t('title') }]} />
      <Inbox query={query} {...shown} />
    </>
  )
}
