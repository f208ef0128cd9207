import type { Metadata } from 'next'
import type { Query } from '../../frame/query.ts'
import { TopBar } from '../../frame/top-bar.tsx'
import { groupByDay } from '../../inbox/group-by-day.ts'
import { Inbox } from '../../inbox/inbox.tsx'
import { filterOf, inboxQuerySchema } from '../../inbox/inbox-query.ts'
import { previewReview } from '../../inbox/preview-review.ts'
import { readForPage } from '../../server/problems.ts'
import { openSession } from '../../server/session.ts'

export const metadata: Metadata = { title: 'Inbox' }

const PAGE_SIZE = 50

export default async function InboxPage({ searchParams }: { searchParams: Query }) {
  const query = inboxQuerySchema.parse(await searchParams)
  const shown = await readForPage(async () => {
    const { client } = await openSession()
    const [page, counts] = await Promise.all([
      client.listReviews({ ...filterOf(query), after: query.after, limit: PAGE_SIZE }),
      client.countReviews(),
    ])
    const first = page.items[0]
    const preview = first ? previewReview(await client.getReview(first.id)) : null
    return { page, counts, preview }
  })
  return (
    <>
      <TopBar crumbs={[{ word: 'Inbox' }]} />
      <Inbox
        query={query}
        counts={shown.counts}
        groups={groupByDay(shown.page.items, (item) => item.openedAt)}
        next={shown.page.next}
        preview={shown.preview}
      />
    </>
  )
}
