import type { Metadata } from 'next'
import type { Query } from '../../../frame/query.ts'
import { TopBar } from '../../../frame/top-bar.tsx'
import { getTranslator } from '../../../frame/translator.ts'
import { DeliveriesList } from '../../../notifications/deliveries-list.tsx'
import { deliveriesQuerySchema } from '../../../notifications/deliveries-query.ts'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('settings'))('notifications.title') }
}

const PAGE_SIZE = 50

export default async function NotificationsPage({ searchParams }: { searchParams: Query }) {
  const query = deliveriesQuerySchema.parse(await searchParams)
  const { page, dead } = await readForPage(async () => {
    const { client } = await openSession()
    const [deliveries, givenUp] = await Promise.all([
      client.listDeliveries({ ...query, limit: PAGE_SIZE }),
      client.listDeliveries({ status: 'dead', limit: PAGE_SIZE }),
    ])
    return { page: deliveries, dead: givenUp }
  })
  const [settings, frame] = await Promise.all([getTranslator('settings'), getTranslator('frame')])
  return (
    <>
      <TopBar crumbs={[{ word: frame('rooms.settings'), href: '/settings' }, { word: settings('notifications.title') }]} />
      <DeliveriesList query={query} deliveries={page.items} dead={dead.items} next={page.next} />
    </>
  )
}
