import type { AttemptView } from '@countersign/client'

/** What attempts took together: time of those that ended, and the tokens their models reported. */
export interface Cost {
  attempts: number
  finished: number
  ms: number
  input: number
  output: number
  tokens: number
  calls: number
}

const tookOf = ({ startedAt, finishedAt }: AttemptView): number => (finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : 0)

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

/** Adds up what attempts cost, failed ones as well: they were paid for, too. */
export function costOf(attempts: AttemptView[]): Cost {
  const input = sum(attempts.map(({ usage }) => usage?.input ?? 0))
  const output = sum(attempts.map(({ usage }) => usage?.output ?? 0))
  return {
    attempts: attempts.length,
    finished: attempts.filter(({ finishedAt }) => finishedAt !== null).length,
    ms: sum(attempts.map(tookOf)),
    input,
    output,
    tokens: input + output,
    calls: sum(attempts.map(({ usage }) => usage?.calls ?? 0)),
  }
}

/** The cost of each node, in the order in which they first ran. */
export function costByNode(attempts: AttemptView[]): { node: string; cost: Cost }[] {
  const nodes = [...new Set(attempts.map(({ node }) => node))]
  return nodes.map((node) => ({ node, cost: costOf(attempts.filter((attempt) => attempt.node === node)) }))
}
