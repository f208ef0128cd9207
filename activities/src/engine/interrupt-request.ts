import { type ReviewRequest, reviewRequestSchema, type Verb } from '@countersign/workflows/contract'
import { z } from 'zod'
import { ADVANCE, BEGIN } from './pseudo-tasks.ts'

/** Turns whatever a node gave to `interrupt()` into a review request: a typed one as it is, anything else as JSON with a free answer. */
export function interruptRequest(node: string, value: unknown): ReviewRequest {
  const typed = reviewRequestSchema.safeParse(value)
  if (typed.success) return typed.data
  const json = z
    .json()
    .nullable()
    .safeParse(value ?? null)
  return {
    countersign: 1,
    kind: 'custom',
    title: `${node} asks`,
    reason: typeof value === 'string' ? value.slice(0, 2000) : '',
    verbs: ['approve', 'edit', 'reject'],
    proposal: json.success ? json.data : String(value),
  }
}

/** The review of a static `interruptBefore` / `interruptAfter`. */
export function breakpointRequest(where: string): ReviewRequest {
  return {
    countersign: 1,
    kind: 'breakpoint',
    title: `Stopped ${where}`,
    reason: 'breakpoint of the graph',
    verbs: ['approve', 'edit', 'abort'],
    proposal: null,
  }
}

/** The incident of a task that gave up. */
export function incidentRequest({ node, code, message }: { node: string; code: string; message: string }, attempts: number): ReviewRequest {
  return {
    countersign: 1,
    kind: 'incident',
    title: `${node} stopped: ${message}`.slice(0, 300),
    reason: `${code} · ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    verbs: verbsOf(node),
    proposal: { node, code, message },
  }
}

/** Before a run has begun there is no state to edit; the engine's own tasks have no edges to skip. */
function verbsOf(node: string): Verb[] {
  if (node === BEGIN) return ['retry', 'abort']
  return node === ADVANCE ? ['retry', 'edit', 'abort'] : ['retry', 'edit', 'skip', 'abort']
}
