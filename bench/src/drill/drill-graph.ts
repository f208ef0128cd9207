import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AnyStateGraph, defineGraph, type GraphDefinition, runContext } from '@countersign/activities/engine'
import { createBlobStore } from '@countersign/db'
import { reviewRequest } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  /** The first attempt of `read` allocates until its process dies. */
  hog: Annotation<boolean>({ reducer: (_, next) => next, default: () => false }),
  /** Size of the file that `store` writes. */
  bytes: Annotation<number>({ reducer: (_, next) => next, default: () => 1_000 }),
})

/** What every run has in its notes at its end, and the nodes that do something outside of it. */
export const NOTES = ['first', 'read', 'left', 'right', 'store', 'ask', 'last'] as const
export const EFFECTS = NOTES.filter((node) => node !== 'ask')

export interface DrillPlaces {
  /** Outside of the runs: a file for each effect, named by run, node and key. */
  effects: string
  blobs: string
}

/** Many workers die under each run. */
const OFTEN = 200
const HEARTBEAT = 1_500

/**
 * A quick node, a regular one, two in parallel, one that writes a file, a question, one that ends the run; all but the question have an
 * effect outside of the state.
 */
export function drillGraph(name: string, { effects, blobs }: DrillPlaces, { storeRetries = OFTEN } = {}): GraphDefinition {
  const store = createBlobStore(blobs)
  const note = (node: string, ms: number) => async () => {
    await pause(ms)
    await leaveEffect(effects, node)
    return { notes: [node] }
  }
  const quick = { metadata: { quick: true, retries: OFTEN } }
  const regular = { metadata: { heartbeat: HEARTBEAT, retries: OFTEN } }
  const graph: AnyStateGraph = new StateGraph(State)
    .addNode('first', note('first', 5), quick)
    .addNode(
      'read',
      async ({ hog }) => {
        await eatOnce(effects, hog)
        return note('read', 120)()
      },
      regular,
    )
    .addNode('left', note('left', 80), regular)
    .addNode('right', note('right', 10), quick)
    .addNode(
      'store',
      async ({ bytes }) => {
        await store.put(Buffer.alloc(bytes, runContext().run), 'text/plain')
        return note('store', 5)()
      },
      { metadata: { heartbeat: HEARTBEAT, retries: storeRetries } },
    )
    .addNode('ask', ask, quick)
    .addNode('last', note('last', 5), quick)
    .addEdge(START, 'first')
    .addEdge('first', 'read')
    .addEdge('read', 'left')
    .addEdge('read', 'right')
    .addEdge(['left', 'right'], 'store')
    .addEdge('store', 'ask')
    .addEdge('ask', 'last')
    .addEdge('last', END)
  return defineGraph({ name, version: '1', graph })
}

const ask = () => {
  interrupt(reviewRequest({ kind: 'approval', title: 'Go on?', proposal: null }))
  return { notes: ['ask'] }
}

/** The same key writes the same file; another key for the same node would be the effect a second time. */
async function leaveEffect(folder: string, node: string): Promise<void> {
  const { run, effectKey } = runContext()
  const key = createHash('sha256').update(effectKey).digest('hex').slice(0, 12)
  await mkdir(path.join(folder, run), { recursive: true })
  await writeFile(path.join(folder, run, `${node}~${key}`), '')
}

/** Fills the heap until the process is ended for it; not again where it has begun to before. */
async function eatOnce(folder: string, hog: boolean): Promise<void> {
  if (!hog) return
  const { run } = runContext()
  await mkdir(path.join(folder, 'hogs'), { recursive: true })
  const isFirst = await writeFile(path.join(folder, 'hogs', run), '', { flag: 'wx' }).then(
    () => true,
    () => false,
  )
  const eaten: number[][] = []
  while (isFirst) {
    eaten.push(Array.from({ length: 200_000 }, (_, at) => at + 0.5))
    await pause(1)
  }
}
