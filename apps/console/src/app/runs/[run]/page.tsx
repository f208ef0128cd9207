import type { CheckpointView, RunDetail } from '@countersign/client'
import { layOutGraph } from '@countersign/client/drawing'
import type { Metadata } from 'next'
import { cache } from 'react'
import { hrefWith, type Query } from '../../../frame/query.ts'
import { TopBar } from '../../../frame/top-bar.tsx'
import { getTimes, getTranslator } from '../../../frame/translator.ts'
import { costByNode, costOf } from '../../../runs/cost-of.ts'
import { CostTab } from '../../../runs/cost-tab.tsx'
import { GraphDrawing } from '../../../runs/graph-drawing.tsx'
import { LineageTab } from '../../../runs/lineage-tab.tsx'
import type { Choice } from '../../../runs/moment.tsx'
import { plainName } from '../../../runs/plain-name.ts'
import { type RunMoment, readMoment, readNested } from '../../../runs/read-moment.ts'
import { ReviewsTab } from '../../../runs/reviews-tab.tsx'
import styles from '../../../runs/run.module.css'
import { RunHead } from '../../../runs/run-head.tsx'
import { type RunQuery, runHref, runQuerySchema } from '../../../runs/run-query.ts'
import { AttemptsTab, RunTabs } from '../../../runs/run-tabs.tsx'
import { choicesOf, StateTab } from '../../../runs/state-tab.tsx'
import { Timeline } from '../../../runs/timeline.tsx'
import { timelineData } from '../../../runs/timeline-data.ts'
import { type NoteWords, tracePath } from '../../../runs/trace-path.ts'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'
import { ForkButtons } from '../../../travel/fork-buttons.tsx'
import type { Origin } from '../../../travel/use-fork.ts'

interface Props {
  params: Promise<{ run: string }>
  searchParams: Query
}

/** Once per request, for the title and the page. */
const readRun = cache((id: string) => readForPage(async () => (await openSession()).client.getRun(id)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readRun((await params).run)).title }
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

/** The newest attempts, of the query's node where it names one. */
const ATTEMPTS = 200

async function Side({ run, query, choices, moment }: { run: RunDetail; query: RunQuery; choices: Choice[]; moment: RunMoment | null }) {
  const ofNode = query.node ? run.attempts.filter(({ node }) => node === query.node) : run.attempts
  switch (query.tab) {
    case 'attempts':
      return <AttemptsTab run={run.id} query={query} attempts={ofNode.slice(-ATTEMPTS)} all={ofNode.length} />
    case 'cost':
      return <CostTab all={costOf(run.attempts)} nodes={costByNode(run.attempts)} />
    case 'reviews':
      return <ReviewsTab reviews={run.reviews} />
    case 'lineage':
      return <LineageTab run={run.id} lineage={await readForPage(async () => (await openSession()).client.getLineage(run.id))} />
    default:
      return <StateTab run={run.id} query={query} moment={moment} choices={choices} />
  }
}

/** Everything the page shows beside the run itself. */
async function readAround(run: RunDetail, query: RunQuery) {
  const { client } = await openSession()
  const [whole, nested, { permissions }, stalls] = await Promise.all([
    client.listCheckpoints(run.id),
    query.inside ? readNested(client, run.id, query.inside) : null,
    client.me(),
    ENDED.has(run.status) ? [] : client.listStalls(),
  ])
  const checkpoints: CheckpointView[] = nested ?? whole
  const index = query.checkpoint ? checkpoints.findIndex((one) => one.id === query.checkpoint) : -1
  const at = index === -1 ? checkpoints.length - 1 : index
  const checkpoint = checkpoints[at]
  const ofState = query.tab === 'state' || query.tab === 'changes'
  const moment = ofState && checkpoint ? await readMoment(client, { run: run.id, query, checkpoint }) : null
  return { whole, checkpoints, at, moment, permissions, stall: stalls.find((stall) => stall.run === run.id) ?? null }
}

const ENDED: ReadonlySet<string> = new Set(['done', 'aborted', 'cancelled'])

/** Where a fork, a replay or an edit at this checkpoint would start. */
function originOf(run: RunDetail, checkpoint: CheckpointView, inside?: string): Origin {
  return {
    run: run.id,
    checkpoint: checkpoint.id,
    ...(inside && { namespace: inside }),
    graph: run.graph,
    version: run.version,
    step: checkpoint.step,
    after: plainName(checkpoint),
    next: [...new Set(checkpoint.next)],
    nodes: run.drawing?.nodes.filter(({ kind }) => kind === 'node' || kind === 'subgraph').map(({ id }) => id) ?? [],
    schema: inside ? {} : run.stateSchema,
  }
}

/** Only what waits for a person can be changed where it stands, and only at its newest checkpoint. */
function editOrigin(run: RunDetail, newest: CheckpointView | undefined, inside?: string): Origin | null {
  const stands = run.status === 'waiting' || run.status === 'parked'
  return stands && newest && !inside ? originOf(run, newest) : null
}

export default async function RunPage({ params, searchParams }: Props) {
  const query = runQuerySchema.parse(await searchParams)
  const run = await readRun((await params).run)
  const t = await getTranslator('runs')
  const { whole, checkpoints, at, moment, permissions, stall } = await readForPage(() => readAround(run, query))
  const { attempts, reviews, drawing: _drawing, stateSchema: _schema, ...summary } = run
  const shown = checkpoints[at]
  const mayOperate = permissions.includes('operate')
  return (
    <>
      <TopBar crumbs={[{ word: t('list.title'), href: hrefWith('/runs', {}) }, { word: run.title }]} />
      <main className={styles.run}>
        <RunHead
          run={summary}
          reviews={reviews}
          cost={costOf(attempts)}
          stall={stall}
          mayOperate={mayOperate}
          mayHold={permissions.includes('administer')}
          edit={editOrigin(run, checkpoints.at(-1), query.inside)}
        />
        <Drawing run={run} checkpoints={whole} at={query.inside ? whole.length - 1 : at} query={query} />
        <section className={styles.side} aria-label={t('details')}>
          <RunTabs run={run.id} query={query} counts={{ attempts: attempts.length, reviews: reviews.length }} />
          <Side run={run} query={query} moment={moment} choices={choicesOf(checkpoints, query.with)} />
        </section>
        <Timeline
          run={run.id}
          query={query}
          data={timelineData(checkpoints)}
          at={at}
          waits={!query.inside && (run.status === 'waiting' || run.status === 'parked')}
        >
          {mayOperate && shown && (
            <ForkButtons origin={originOf(run, shown, query.inside)} start={originOf(run, checkpoints[0] ?? shown, query.inside)} />
          )}
        </Timeline>
      </main>
    </>
  )
}
