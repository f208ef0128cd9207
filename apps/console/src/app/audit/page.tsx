import type { Metadata } from 'next'
import { AuditList } from '../../audit/audit-list.tsx'
import { auditQuerySchema } from '../../audit/audit-query.ts'
import type { Query } from '../../frame/query.ts'
import { TopBar } from '../../frame/top-bar.tsx'
import { getTranslator } from '../../frame/translator.ts'
import { readForPage } from '../../server/problems.ts'
import { openSession } from '../../server/session.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('audit'))('title') }
}

const PAGE_SIZE = 50

export default async function AuditPage({ searchParams }: { searchParams: Query }) {
  const query = auditQuerySchema.parse(await searchParams)
  const { page, me } = await readForPage(async () => {
    const { client } = await openSession()
    const [entries, person] = await Promise.all([client.listAudit({ ...query, limit: PAGE_SIZE }), client.me()])
    return { page: entries, me: person }
  })
  return (
    <>
      <TopBar crumbs={[{ word: (await getTranslator('audit'))('title') }]} />
      <AuditList query={query} entries={page.items} next={page.next} mayVerify={me.permissions.includes('audit')} />
    </>
  )
}
