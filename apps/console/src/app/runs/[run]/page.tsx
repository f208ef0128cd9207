import type { CheckpointState, CheckpointView, RunDetail } from '@countersign/client'
import type { Metadata } from 'next'
import { cache } from 'react'
import { hrefWith, type Query } from '../../../frame/query.ts'
import { TopBar } from '../../../frame/top-bar.tsx'
import { GraphDrawing } from '../../../runs/graph-drawing.tsx'
import { layOutGraph } from '../../../runs/lay-out-graph.ts'
import { outlineState } from '../../../runs/outline-state.ts'
import styles from '../../../runs/run.module.css'
import { RunHead } from '../../../runs/run-head.tsx'
import { type RunQuery, runHref, runQuerySchema } from '../../../runs/run-query.ts'
import { AttemptsTab, ReviewsTab, RunTabs } from '../../../runs/run-tabs.tsx'
import { StateTree } from '../../../runs/state-tree.tsx'
import { Timeline } from '../../../runs/timeline.tsx'
import { tracePath } from '../../../runs/trace-path.ts'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'

interface Props {
  params: Promise<{ run: string }>
  searchParams: Query
}

/** Once per request, for the title and the page. */
const readRun = cache((id: string) => readForPage(async () => (await openSession()).client.getRun(id)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readRun((await params).run)).title }
}

async function readMoment(
  run: string,
  checkpoint: CheckpointView | undefined,
): Promise<{ state: CheckpointState; before: Record<string, unknown> } | null> {
  if (!checkpoint) return null
  const { client } = await openSession()
  const [state, before] = await Promise.all([
    client.getState(run, checkpoint.id),
    checkpoint.parent ? client.getState(run, checkpoint.parent).then(({ values }) => values) : {},
  ])
  return { state, before }
}

function Drawing({ run, checkpoints, at, query }: { run: RunDetail; checkpoints: CheckpointView[]; at: number; query: RunQuery }) {
  if (!run.drawing) {
    return (
      <p className="empty">
        <b>No drawing</b> No worker has registered {run.graph} v{run.version} yet.
      </p>
    )
  }
  const newest = at === checkpoints.length - 1
  const trace = tracePath({
    drawing: run.drawing,
    checkpoints: checkpoints.slice(0, at + 1),
    attempts: run.attempts,
    status: newest ? run.status : null,
  })
  return <GraphDrawing graph={layOutGraph(trace)} name={run.graph} nodeHref={(node) => runHref(run.id, query, { tab: 'attempts', node })} />
}

function Moment({ checkpoint }: { checkpoint: CheckpointView }) {
  return (
    <p className={styles.moment}>
      after <b>{checkpoint.nodes.join(', ') || checkpoint.source}</b> · step {checkpoint.step}
      {checkpoint.next.length > 0 && (
        <>
          {' '}
          · next <b>{checkpoint.next.join(', ')}</b>
        </>
      )}
    </p>
  )
}

export default async function RunPage({ params, searchParams }: Props) {
  const query = runQuerySchema.parse(await searchParams)
  const run = await readRun((await params).run)
  const { checkpoints, at, moment } = await readForPage(async () => {
    const { client } = await openSession()
    const all = await client.listCheckpoints(run.id)
    const index = query.checkpoint ? all.findIndex((one) => one.id === query.checkpoint) : -1
    const chosen = index === -1 ? all.length - 1 : index
    return { checkpoints: all, at: chosen, moment: query.tab === 'state' ? await readMoment(run.id, all[chosen]) : null }
  })
  return (
    <>
      <TopBar crumbs={[{ word: 'Runs', href: hrefWith('/runs', {}) }, { word: run.title }]} />
      <main className={styles.run}>
        <RunHead run={run} />
        <Drawing run={run} checkpoints={checkpoints} at={at} query={query} />
        <section className={styles.side} aria-label="Details">
          <RunTabs run={run} query={query} />
          {query.tab === 'attempts' && <AttemptsTab run={run} query={query} />}
          {query.tab === 'reviews' && <ReviewsTab run={run} />}
          {moment && <Moment checkpoint={moment.state} />}
          {moment && <StateTree lines={outlineState(moment.state.values, moment.before)} />}
          {query.tab === 'state' && !moment && <p className="dim small">No checkpoint yet: the first step has not finished.</p>}
        </section>
        <Timeline
          run={run.id}
          query={query}
          checkpoints={checkpoints}
          at={at}
          waits={run.status === 'waiting' || run.status === 'parked'}
        />
      </main>
    </>
  )
}
