import type { RetrieveHit, RetrieveInput, RunRef } from '@countersign/workflows/contract'
import { ApplicationFailure, condition, defineQuery, defineSignal, setHandler } from '@temporalio/workflow'

const decided = defineSignal<[string]>('decided')
const cancelRun = defineSignal('cancelRun')
const heard = defineQuery<string[]>('heard')

/** Stands in for the engine's workflow: notes what it is told, ends when it is cancelled. */
export async function graphRun(_input: RunRef): Promise<string[]> {
  const signals: string[] = []
  setHandler(decided, (review) => {
    signals.push(review)
  })
  setHandler(cancelRun, () => {
    signals.push('cancel')
  })
  setHandler(heard, () => signals)
  await condition(() => signals.includes('cancel'))
  return signals
}

/** Answers the ids that the question lists; `fail CODE` fails like an activity would. */
export async function retrieve({ query }: RetrieveInput): Promise<RetrieveHit[]> {
  if (query.startsWith('fail ')) throw ApplicationFailure.nonRetryable('the model is not there', query.slice(5))
  return query.split(' ').map((chunk, at) => ({ chunk, score: 1 / (at + 1), vector: 0.5 }))
}
