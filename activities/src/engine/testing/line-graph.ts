import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import type { AnyStateGraph } from '../define-graph.ts'

export const Notes = Annotation.Root({ notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }) })

/** a, b, c in a line, and d that only a skip reaches; each notes its name in the state and in `effects`. `isBroken` makes b throw. */
export function line(effects: string[], isBroken: (notes: string[]) => boolean = () => false): AnyStateGraph {
  const step =
    (name: string) =>
    async ({ notes }: typeof Notes.State) => {
      if (name === 'b' && isBroken(notes)) throw new Error('broken')
      effects.push(name)
      return { notes: [name] }
    }
  return new StateGraph(Notes)
    .addNode('a', step('a'))
    .addNode('b', step('b'))
    .addNode('c', step('c'))
    .addNode('d', step('d'))
    .addEdge(START, 'a')
    .addConditionalEdges('a', () => 'b', ['b', 'd'])
    .addEdge('b', 'c')
    .addEdge('c', END)
    .addEdge('d', END)
}
