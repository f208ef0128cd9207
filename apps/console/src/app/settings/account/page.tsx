import type { Metadata } from 'next'
import { TopBar } from '../../../frame/top-bar.tsx'
import { getTranslator } from '../../../frame/translator.ts'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'
import { OwnAccount } from '../../../settings/own-account.tsx'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('settings'))('account.title') }
}

export default async function AccountPage() {
  const { me, own } = await readForPage(async () => {
    const { client } = await openSession()
    const [me, people] = await Promise.all([client.me(), client.listUsers()])
    return { me, own: people.find(({ id }) => id === me.user) ?? null }
  })
  const [t, frame] = await Promise.all([getTranslator('settings'), getTranslator('frame')])
  return (
    <>
      <TopBar crumbs={[{ word: frame('rooms.settings'), href: '/settings' }, { word: t('account.title') }]} />
      <OwnAccount user={me.user} name={me.name} signsIn={own?.signsIn ?? 'not yet'} />
    </>
  )
}
