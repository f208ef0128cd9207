import type { Metadata } from 'next'
import { TopBar } from '../../../frame/top-bar.tsx'
import { getTranslator } from '../../../frame/translator.ts'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'
import { TokensList } from '../../../settings/tokens-list.tsx'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('settings'))('tokens.title') }
}

export default async function TokensPage() {
  const { tokens, permissions } = await readForPage(async () => {
    const { client } = await openSession()
    const [tokens, { permissions }] = await Promise.all([client.listTokens(), client.me()])
    return { tokens, permissions }
  })
  const [t, frame] = await Promise.all([getTranslator('settings'), getTranslator('frame')])
  return (
    <>
      <TopBar crumbs={[{ word: frame('rooms.settings'), href: '/settings' }, { word: t('tokens.title') }]} />
      <TokensList tokens={tokens} permissions={permissions} now={Date.now()} />
    </>
  )
}
