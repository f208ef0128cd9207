import { CancellationScope, continueAsNew, defineSignal, isCancellation, setHandler, workflowInfo } from '@temporalio/workflow'
import { CANCEL_SIGNAL, DECIDED_SIGNAL, type GraphRunInput } from '../contract/graph-run.ts'
import { engine } from './engine-proxy.ts'
import { beginning, runSuperstep } from './superstep.ts'

/** A review was decided; says which, the answer itself is in Postgres. Repeated until the run has taken it in. */
export const decidedSignal = defineSignal<[review: string]>(DECIDED_SIGNAL)
/** Stop the run: the node under way is cancelled, the run ends as `cancelled`. */
export const cancelSignal = defineSignal(CANCEL_SIGNAL)

/**
 * One run of any graph. It holds a cursor only (ids, node names): the graph, its state and the answers of people are in Postgres,
 * where each activity finds and leaves them. So a changed graph cannot break the replay of a waiting run.
 */
export async function graphRun({ tenant, run, ...input }: GraphRunInput): Promise<void> {
  const decided = new Set(input.decided)
  const work = new CancellationScope()
  setHandler(decidedSignal, (review) => void decided.add(review))
  setHandler(cancelSignal, () => work.cancel())

  try {
    await work.run(async () => {
      let cursor = input.cursor ?? beginning
      while (cursor.status !== 'done') {
        cursor = await runSuperstep({ tenant, run }, cursor, decided)
        if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof graphRun>({ tenant, run, cursor, decided: [...decided] })
      }
    })
  } catch (error) {
    if (!isCancellation(error)) throw error
    await CancellationScope.nonCancellable(() => engine['engine.end']({ tenant, run, ended: 'cancelled' }))
  }
}
