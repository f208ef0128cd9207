import type { NodePolicy } from '@countersign/workflows/contract'

/** The engine's own two tasks: they have attempts, incidents and reviews like any node's. */
export const BEGIN = 'begin'
/** Commits a finished superstep, lists more of a wide one, or passes a breakpoint. */
export const ADVANCE = 'advance'
export const ADVANCE_POLICY: NodePolicy = { quick: true }
