import type { Metadata } from 'next'
import type { Query } from '../../frame/query.ts'
import { TopBar } from '../../frame/top-bar.tsx'
import { getTranslator } from '../../frame/translator.ts'
import { ParkedGroups } from '../../runs/parked-groups.tsx'
import { type RunsQuery, runsQuerySchema } from '../../runs/run-query.ts'
import { RunsList } from '../../runs/runs-list.tsx'
import { readForPage } from '../../server/problems.ts'
import { openSession } from '../../server/session.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('runs'))('list.title') }
}

const PAGE_SIZE = 50

async function readList(query: RunsQuery) {
  const { client } = await openSession()
  const { status, graph, replays, q: text, after } = query
  const byReason = status === 'parked' && query.by === 'reason'
  const [runs, groups, graphs, stalls, { permissions }] = await Promise.all([
    byReason
      ? { items: [], next: null }
      : client.listRuns({ status, graph, text, after, limit: PAGE_SIZE, ...(replays && { sandbox: true }) }),
    byReason ? client.listIncidentGroups() : null,
    client.listGraphs(),
    client.listStalls(),
    client.me(),
  ])
  return { runs, groups, graphs, stalls, mayDecide: permissions.includes('review') }
}

export default async function RunsPage({ searchParams }: { searchParams: Query }) {
  const query = runsQuerySchema.parse(await searchParams)
  const { runs, groups, graphs, stalls, mayDecide } = await readForPage(() => readList(query))
  return (
    <>
      <TopBar crumbs={[{ word: (await getTranslator('runs'))('list.title') }]} />
      <RunsList query={query} runs={runs.items} next={runs.next} graphs={[...new Set(graphs.map(({ name }) => name))]} stalls={stalls}>
        {groups && <ParkedGroups groups={groups} graphs={graphs} mayDecide={mayDecide} />}
      </RunsList>
    </>
  )
}
