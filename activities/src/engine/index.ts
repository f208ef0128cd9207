export {
  type AnyCompiledGraph,
  type AnyStateGraph,
  defineGraph,
  type GraphDefinition,
  type GraphMigration,
  type GraphOptions,
} from './define-graph.ts'
export { describeGraph } from './describe-graph.ts'
export { drawGraph } from './draw-graph.ts'
export { createEngineActivities, type EngineActivities, workerName } from './engine-activities.ts'
export type { EngineDeps } from './engine-deps.ts'
export { createGraphRegistry, type GraphRegistry, type RegisteredGraph } from './graph-registry.ts'
export { LocalStore } from './local-store/local-store.ts'
export { type RunContext, runContext } from './run-context.ts'
export { runTask, type TaskRun } from './run-task.ts'
