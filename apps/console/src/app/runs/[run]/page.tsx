import type { CheckpointState, CheckpointView, RunDetail } from '@countersign/client'
import { layOutGraph } from '@countersign/client/drawing'
import type { Metadata } from 'next'
import { cache } from 'react'
import { hrefWith, type Query } from '../../../frame/query.ts'
import { TopBar } from '../../../frame/top-bar.tsx'
import { getTimes, getTranslator } from '../../../frame/translator.ts'
import { CostTab } from '../../../runs/cost-tab.tsx'
import { GraphDrawing } from '../../../runs/graph-drawing.tsx'
import { Moment } from '../../../runs/moment.tsx'
import { changesIn, outlineState } from '../../../runs/outline-state.ts'
import { ReviewsTab } from '../../../runs/reviews-tab.tsx'
import styles from '../../../runs/run.module.css'
import { RunHead } from '../../../runs/run-head.tsx'
import { type RunQuery, runHref, runQuerySchema } from '../../../runs/run-query.ts'
import { AttemptsTab, RunTabs } from '../../../runs/run-tabs.tsx'
import { StateTree } from '../../../runs/state-tree.tsx'
import { Timeline } from '../../../runs/timeline.tsx'
import { type NoteWords, tracePath } from '../../../runs/trace-path.ts'
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

async function noteWords(): Promise<NoteWords> {
  const [t, times] = await Promise.all([getTranslator('runs'), getTimes()])
  return {
    waits: t('graph.note.waits'),
    stopped: t('graph.note.stopped'),
    ran: (count) => t('graph.note.ran', { count }),
    attempts: (count) => t('graph.note.attempts', { count }),
    took: times.duration,
    tokens: (count) => t('cost.tokens', { count }),
  }
}

async function Drawing({ run, checkpoints, at, query }: { run: RunDetail; checkpoints: CheckpointView[]; at: number; query: RunQuery }) {
  const t = await getTranslator('runs')
  if (!run.drawing) {
    return (
      <p className="empty">
        <b>{t('graph.none')}</b> {t('graph.noneWhy', { graph: run.graph, version: run.version })}
      </p>
    )
  }
  const newest = at === checkpoints.length - 1
  const trace = tracePath({
    drawing: run.drawing,
    checkpoints: checkpoints.slice(0, at + 1),
    attempts: run.attempts,
    status: newest ? run.status : null,
    words: await noteWords(),
  })
  const hrefs = Object.fromEntries(trace.nodes.map(({ id }) => [id, runHref(run.id, query, { tab: 'attempts', node: id })]))
  return <GraphDrawing graph={layOutGraph(trace)} name={run.graph} hrefs={hrefs} />
}

/** The state as it stood at the moment the page is set to, or only what its step changed. */
function StateAt({ moment, changes }: { moment: Awaited<ReturnType<typeof readMoment>>; changes: boolean }) {
  const lines = moment ? outlineState(moment.state.values, moment.before) : []
  return (
    <>
      <Moment checkpoint={moment?.state ?? null} changed={changes ? lines.filter((line) => line.changed).length : null} />
      {moment && (!changes || lines.some((line) => line.changed)) && <StateTree lines={changes ? changesIn(lines) : lines} />}
    </>
  )
}

export default async function RunPage({ params, searchParams }: Props) {
  const query = runQuerySchema.parse(await searchParams)
  const run = await readRun((await params).run)
  const t = await getTranslator('runs')
  const ofState = query.tab === 'state' || query.tab === 'changes'
  const { checkpoints, at, moment } = await readForPage(async () => {
    const { client } = await openSession()
    const all = await client.listCheckpoints(run.id)
    const index = query.checkpoint ? all.findIndex((one) => one.id === query.checkpoint) : -1
    const chosen = index === -1 ? all.length - 1 : index
    return { checkpoints: all, at: chosen, moment: ofState ? await readMoment(run.id, all[chosen]) : null }
  })
  return (
    <>
      <TopBar crumbs={[{ word: t('list.title'), href: hrefWith('/runs', {}) }, { word: run.title }]} />
      <main className={styles.run}>
        <RunHead run={run} />
        <Drawing run={run} checkpoints={checkpoints} at={at} query={query} />
        <section className={styles.side} aria-label={t('details')}>
          <RunTabs run={run} query={query} />
          {query.tab === 'attempts' && <AttemptsTab run={run} query={query} />}
          {query.tab === 'cost' && <CostTab run={run} />}
          {query.tab === 'reviews' && <ReviewsTab run={run} />}
          {ofState && <StateAt moment={moment} changes={query.tab === 'changes'} />}
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
