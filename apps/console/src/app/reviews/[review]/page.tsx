import type { CountersignClient, ReviewDetail } from '@countersign/client'
import type { Metadata } from 'next'
import { cache } from 'react'
import type { Query } from '../../../frame/query.ts'
import { TopBar } from '../../../frame/top-bar.tsx'
import { filterOf, inboxHref, inboxQuerySchema } from '../../../inbox/inbox-query.ts'
import { ReviewDesk } from '../../../review/review-desk.tsx'
import { lighten } from '../../../review/source-model.ts'
import { StopDesk } from '../../../review/stop-desk.tsx'
import { outlineState, type StateLine } from '../../../runs/outline-state.ts'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'

interface Props {
  params: Promise<{ review: string }>
  searchParams: Query
}

/** Once per request, for the title and the page. */
const readReview = cache((id: string) => readForPage(async () => (await openSession()).client.getReview(id)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readReview((await params).review)).title }
}

/** Incidents and breakpoints are answered to the engine, not to a node: their value is a change of the state. */
const stopsTheEngine = ({ kind }: ReviewDetail): boolean => kind === 'incident' || kind === 'breakpoint'

/** The state a run stopped with, and the nodes one could go on at. */
async function readStop(review: ReviewDetail): Promise<{ state: StateLine[]; nodes: string[] }> {
  const { client } = await openSession()
  const [run, state] = await Promise.all([client.getRun(review.run), stateOf(client, review.run)])
  const nodes = run.drawing?.nodes.filter(({ kind }) => kind !== 'start').map(({ id }) => id) ?? []
  return { state: outlineState(state, state), nodes: nodes.filter((node) => node !== review.node) }
}

/** A run that stopped before its first checkpoint has no state. */
async function stateOf(client: CountersignClient, run: string): Promise<Record<string, unknown>> {
  const newest = (await client.listCheckpoints(run)).at(-1)
  return newest ? (await client.getState(run, newest.id)).values : {}
}

export default async function ReviewPage({ params, searchParams }: Props) {
  const query = inboxQuerySchema.parse(await searchParams)
  const review = await readReview((await params).review)
  const { neighbours, stop } = await readForPage(async () => ({
    neighbours: review.status === 'open' ? await (await openSession()).client.neighbours(review.id, filterOf(query)) : null,
    stop: stopsTheEngine(review) ? await readStop(review) : null,
  }))
  const desk = { review: lighten(review), neighbours, query }
  return (
    <>
      <TopBar crumbs={[{ word: 'Inbox', href: inboxHref(query) }, { word: review.title }]} />
      {stop ? <StopDesk key={review.id} {...desk} {...stop} /> : <ReviewDesk key={review.id} {...desk} />}
    </>
  )
}
