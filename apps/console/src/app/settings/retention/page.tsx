import type { Metadata } from 'next'
import { TopBar } from '../../../frame/top-bar.tsx'
import { getTranslator } from '../../../frame/translator.ts'
import { RetentionList } from '../../../retention/retention-list.tsx'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('settings'))('retention.title') }
}

export default async function RetentionPage() {
  const { policies, graphs, permissions } = await readForPage(async () => {
    const { client } = await openSession()
    const [policies, graphs, { permissions }] = await Promise.all([client.listRetention(), client.listGraphs(), client.me()])
    return { policies, graphs, permissions }
  })
  const [t, frame] = await Promise.all([getTranslator('settings'), getTranslator('frame')])
  const names = [...new Set(graphs.map(({ name }) => name))].toSorted()
  return (
    <>
      <TopBar crumbs={[{ word: frame('rooms.settings'), href: '/settings' }, { word: t('retention.title') }]} />
      <RetentionList policies={policies} graphs={names} mayChange={permissions.includes('administer')} />
    </>
  )
}
