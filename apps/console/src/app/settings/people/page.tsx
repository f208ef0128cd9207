import type { Metadata } from 'next'
import { TopBar } from '../../../frame/top-bar.tsx'
import { getTranslator } from '../../../frame/translator.ts'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'
import { PeopleList } from '../../../settings/people-list.tsx'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('settings'))('people.title') }
}

export default async function PeoplePage() {
  const { users, permissions } = await readForPage(async () => {
    const { client } = await openSession()
    const [users, { permissions }] = await Promise.all([client.listUsers(), client.me()])
    return { users, permissions }
  })
  const [t, frame] = await Promise.all([getTranslator('settings'), getTranslator('frame')])
  return (
    <>
      <TopBar crumbs={[{ word: frame('rooms.settings'), href: '/settings' }, { word: t('people.title') }]} />
      <PeopleList users={users} mayChange={permissions.includes('administer')} />
    </>
  )
}
