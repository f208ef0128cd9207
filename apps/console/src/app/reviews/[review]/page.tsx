import type { CountersignClient, ReviewDetail } from '@countersign/client'
import type { Metadata } from 'next'
import { cache } from 'react'
import type { Query } from '../../../frame/query.ts'
import { TopBar } from '../../../frame/top-bar.tsx'
import { getSentences, getTranslator } from '../../../frame/translator.ts'
import { filterOf, inboxHref, inboxQuerySchema } from '../../../inbox/inbox-query.ts'
import { historyOf } from '../../../review/history.ts'
import type { DeskProps, Stop } from '../../../review/onward.ts'
import { ReviewDesk } from '../../../review/review-desk.tsx'
import { lighten } from '../../../review/source-model.ts'
import { outlineState } from '../../../runs/outline-state.ts'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'

interface Props {
  params: Promise<{ review: string }>
  searchParams: Query
}

/** Once per request, for the title and the page. */
const readReview = cache((id: string) => readForPage(async () => (await openSession()).client.getReview(id)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getSentences()).title(await readReview((await params).review)) }
}

/** Incidents and breakpoints are answered to the engine, not to a node: their value is a change of the state. */
const stopsTheEngine = ({ kind }: ReviewDetail): boolean => kind === 'incident' || kind === 'breakpoint'

/** The state a run stopped with, and the nodes one could go on at. */
async function readStop(client: CountersignClient, review: ReviewDetail): Promise<Stop> {
  const [run, state] = await Promise.all([client.getRun(review.run), stateOf(client, review.run)])
  const nodes = run.drawing?.nodes.filter(({ kind }) => kind !== 'start').map(({ id }) => id) ?? []
  return { state: outlineState(state, state), nodes: nodes.filter((node) => node !== review.node) }
}

/** A run that stopped before its first checkpoint has no state. */
async function stateOf(client: CountersignClient, run: string): Promise<Record<string, unknown>> {
  const newest = (await client.listCheckpoints(run)).at(-1)
  return newest ? (await client.getState(run, newest.id)).values : {}
}

/** How much of what happened is told beside the review. */
const TOLD = 100

/** Everything the page shows around the review. */
async function readAround(review: ReviewDetail, filter: ReturnType<typeof filterOf>): Promise<Omit<DeskProps, 'review' | 'query'>> {
  const { client } = await openSession()
  const [me, neighbours, stop, comments, people, audit] = await Promise.all([
    client.me(),
    review.status === 'open' ? client.neighbours(review.id, filter) : null,
    stopsTheEngine(review) ? readStop(client, review) : null,
    client.listComments(review.id),
    client.listUsers(),
    client.listAudit({ review: review.id, limit: TOLD }),
  ])
  return {
    me: { user: me.user, permissions: me.permissions },
    neighbours,
    stop,
    comments,
    people: people.filter(({ disabled }) => !disabled).map(({ id, name }) => ({ id, name })),
    history: historyOf(audit.items),
  }
}

export default async function ReviewPage({ params, searchParams }: Props) {
  const query = inboxQuerySchema.parse(await searchParams)
  const review = await readReview((await params).review)
  const around = await readForPage(() => readAround(review, filterOf(query)))
  const [t, sentences] = await Promise.all([getTranslator('review'), getSentences()])
  return (
    <>
      <TopBar crumbs={[{ word: t('crumb'), href: inboxHref(query) }, { word: sentences.title(review) }]} />
      <ReviewDesk key={review.id} review={lighten(review)} query={query} {...around} />
    </>
  )
}
