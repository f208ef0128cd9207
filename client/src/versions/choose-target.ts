import type { GraphDescription } from '@countersign/workflows/contract'

/** Where runs of a version would go on: in that version itself, or migrated in another one. */
export interface Target {
  graph: GraphDescription
  migrated: boolean
}

/** As a worker chooses: the very version, else the last registered one that takes it over, else none. */
export function chooseTarget(graphs: readonly GraphDescription[], { graph, version }: { graph: string; version: string }): Target | null {
  const named = graphs.filter(({ name }) => name === graph)
  const same = named.find((one) => one.version === version)
  if (same !== undefined) return { graph: same, migrated: false }
  const next = named.findLast(({ migratesFrom }) => migratesFrom.includes(version))
  return next === undefined ? null : { graph: next, migrated: true }
}

/** What to do about a version that is not there, in one sentence or two. */
export function explainRemoval(graphs: readonly GraphDescription[], { graph, version }: { graph: string; version: string }): string {
  const newest = graphs.findLast(({ name }) => name === graph)
  if (newest === undefined) return `There is no graph ${graph} among these. Register version ${version} of it.`
  return `There is no version ${version} of ${graph}, and version ${newest.version} does not take it over. Register version ${version} beside it, or give version ${newest.version} \`migrate: {from: ['${version}']}\`.`
}
