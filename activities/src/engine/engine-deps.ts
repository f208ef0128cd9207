import type { EngineStore } from '@countersign/db'
import type { Logger } from 'pino'
import type { GraphRegistry } from './graph-registry.ts'

export interface EngineDeps {
  store: EngineStore
  graphs: GraphRegistry
  log: Logger
  /** Shown with each attempt: process and host. */
  worker: string
  /** This worker was told to stop: no quick node begins any more, another worker takes it up. */
  isStopping?(): boolean
}
