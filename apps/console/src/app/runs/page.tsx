import type { Metadata } from 'next'
import type { Query } from '../../frame/query.ts'
import { TopBar } from '../../frame/top-bar.tsx'
import { getTranslator } from '../../frame/translator.ts'
import { runsQuerySchema } from '../../runs/run-query.ts'
import { RunsList } from '../../runs/runs-list.tsx'
import { readForPage } from '../../server/problems.ts'
import { openSession } from '../../server/session.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('runs'))('list.title') }
}

const PAGE_SIZE = 50

export default async function RunsPage({ searchParams }: { searchParams: Query }) {
  const query = runsQuerySchema.parse(await searchParams)
  const { page, graphs } = await readForPage(async () => {
    const { client } = await openSession()
    const { status, graph, q: text, after } = query
    const [runs, known] = await Promise.all([client.listRuns({ status, graph, text, after, limit: PAGE_SIZE }), client.listGraphs()])
    return { page: runs, graphs: [...new Set(known.map(({ name }) => name))] }
  })
  return (
    <>
      <TopBar crumbs={[{ word: (await getTranslator('runs'))('list.title') }]} />
      <RunsList query={query} runs={page.items} next={page.next} graphs={graphs} />
    </>
  )
}
