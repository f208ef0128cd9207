import { countRunsByVersion, findGraph, listOpenRuns, type OpenRun } from '@countersign/db'
import { type GraphDescription, graphDescriptionSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import type { GraphCheck, GraphProblem } from '../schemas/time-travel.ts'
import { checkStates } from './check-states.ts'
import { chooseTarget, explainRemoval, type Target } from './choose-target.ts'
import { compareSchemas } from './compare-schemas.ts'

const PAGE = 200
/** Listed at most; the counts are of all. */
const MOST = 1_000

type Version = { graph: string; version: string }
type Found = Pick<GraphProblem, 'run' | 'kind' | 'detail'>

/**
 * Which of the tenant's runs that have not ended could not go on if these graphs were the only ones: their version is gone and no other
 * takes it over, a node that is next is gone, a key that their state holds is gone, or a value does not fit its new schema. A version that
 * migrates a state answers for its keys itself. Values are read only where a schema changed. Changes nothing.
 */
export async function checkGraphs(context: ClientContext, given: GraphDescription[]): Promise<GraphCheck> {
  const graphs = parseInput(z.array(graphDescriptionSchema).max(100), given)
  const check: GraphCheck = { checked: 0, fine: 0, migrated: 0, problems: [] }
  for (const { running, waiting, parked, ...of } of await countRunsByVersion(context.database.db, context)) {
    if (running + waiting + parked > 0) await checkVersion(context, graphs, of, check)
  }
  return check
}

/** Adds what is found of the runs on one version. */
async function checkVersion(context: ClientContext, graphs: GraphDescription[], of: Version, check: GraphCheck): Promise<void> {
  const target = chooseTarget(graphs, of)
  const look = target === null ? removed(explainRemoval(graphs, of)) : await compare(context, of, target)
  for await (const runs of pages(context, of)) {
    const found = await look(runs)
    const refused = new Set(found.map(({ run }) => run))
    check.checked += runs.length
    check.fine += runs.length - refused.size
    if (target?.migrated) check.migrated += runs.length - refused.size
    for (const problem of found.slice(0, MOST - check.problems.length)) {
      const title = runs.find(({ id }) => id === problem.run)?.title ?? ''
      check.problems.push({ ...problem, title, graph: of.graph, version: of.version })
    }
  }
}

async function* pages({ database, tenant }: ClientContext, of: Version): AsyncGenerator<OpenRun[]> {
  let after = ''
  for (;;) {
    const runs = await listOpenRuns(database.db, { tenant, ...of, after, limit: PAGE })
    if (runs.length > 0) yield runs
    if (runs.length < PAGE) return
    after = runs.at(-1)?.id ?? after
  }
}

type Look = (runs: OpenRun[]) => Found[] | Promise<Found[]>

const removed =
  (detail: string): Look =>
  (runs) =>
    runs.map(({ id }) => ({ run: id, kind: 'removed_version', detail }))

/** Compares what was registered as this version with where its runs would go on. */
async function compare(context: ClientContext, of: Version, { graph, migrated }: Target): Promise<Look> {
  const registered = await findGraph(context.database.db, { name: of.graph, version: of.version })
  const change = migrated ? null : compareSchemas(registered?.stateSchema ?? {}, graph.stateSchema)
  const whose = `version ${graph.version} of ${graph.name}`
  return async (runs) => {
    const lost = runs.flatMap(({ id, next }): Found[] =>
      next
        .filter((node, at) => !graph.nodes.includes(node) && next.indexOf(node) === at)
        .map((node) => ({ run: id, kind: 'removed_node', detail: `Its next node “${node}” is not in ${whose}.` })),
    )
    return change === null ? lost : [...lost, ...(await checkStates(context, runs, change, whose))]
  }
}
