import type { CountersignClient, ReviewSummary, RunStatus } from '@countersign/client'
import type { Sentences } from '../frame/sentences.ts'
import { clientError } from './client-error.ts'

/** A page of the console that the command palette can go to. */
export interface FoundPlace {
  href: string
  title: string
  what: 'review' | 'run' | 'document'
  /** Of a review or a run; null for a document. */
  state: ReviewSummary['status'] | RunStatus | null
}

type Reader = Pick<CountersignClient, 'getReview' | 'getRun' | 'getDocument' | 'listReviews' | 'listRuns' | 'listDocuments'>

const OF_EACH = 4

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  return await work.catch((error: unknown) => {
    if (['not_found', 'invalid_input'].includes(clientError(error)?.code ?? '')) return null
    throw error
  })
}

/** A whole id, pasted. */
async function findById(client: Reader, sentences: Sentences, id: string): Promise<FoundPlace[]> {
  if (id.startsWith('rv_')) {
    const review = await unlessMissing(client.getReview(id))
    return review ? [{ href: `/reviews/${id}`, title: sentences.title(review), what: 'review', state: review.status }] : []
  }
  if (id.startsWith('r_')) {
    const run = await unlessMissing(client.getRun(id))
    return run ? [{ href: `/runs/${id}`, title: run.title, what: 'run', state: run.status }] : []
  }
  const document = id.startsWith('doc_') ? await unlessMissing(client.getDocument(id)) : null
  return document ? [{ href: `/documents/${id}`, title: document.name, what: 'document', state: null }] : []
}

/** Reviews that wait, runs and documents whose title holds the text; or the one thing whose id it is. */
export async function findPlaces(client: Reader, sentences: Sentences, text: string): Promise<FoundPlace[]> {
  const exact = await findById(client, sentences, text)
  if (exact.length > 0) return exact
  const [reviews, runs, documents] = await Promise.all([
    client.listReviews({ status: 'open', text, limit: OF_EACH }),
    client.listRuns({ text, limit: OF_EACH }),
    client.listDocuments({ text, limit: OF_EACH }),
  ])
  return [
    ...reviews.items.map(
      (review): FoundPlace => ({ href: `/reviews/${review.id}`, title: sentences.title(review), what: 'review', state: 'open' }),
    ),
    ...runs.items.map(({ id, title, status }): FoundPlace => ({ href: `/runs/${id}`, title, what: 'run', state: status })),
    ...documents.items.map(({ id, name }): FoundPlace => ({ href: `/documents/${id}`, title: name, what: 'document', state: null })),
  ]
}
