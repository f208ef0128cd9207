import { DEFAULT_VERBS, type ReviewRequest, reviewRequestSchema, type Said, said, type Verb } from '@countersign/workflows/contract'
import { z } from 'zod'
import { foreignRequest } from './foreign/foreign-format.ts'
import { ADVANCE, BEGIN } from './pseudo-tasks.ts'

/**
 * Turns whatever a node gave to `interrupt()` into a review request: a typed one as it is, one in a known format of others as calls
 * of tools, anything else as JSON with a free answer.
 */
export function interruptRequest(node: string, value: unknown): ReviewRequest {
  const typed = reviewRequestSchema.safeParse(value)
  if (typed.success) return typed.data
  const json = jsonOf(value)
  const foreign = foreignRequest(json)
  if (foreign) return foreign
  return {
    countersign: 1,
    kind: 'custom',
    ...titled(said('title.asks', { node })),
    reason: typeof value === 'string' ? value.slice(0, 2000) : '',
    verbs: [...DEFAULT_VERBS.custom],
    proposal: json,
    dialect: 'plain',
  }
}

/** As it is shown and kept: keys without a value are left out; what cannot be JSON is said in words. */
function jsonOf(value: unknown): ReviewRequest['proposal'] {
  try {
    return z.json().parse(JSON.parse(JSON.stringify(value ?? null)))
  } catch {
    return String(value)
  }
}

/** The review of a static `interruptBefore` / `interruptAfter`. */
export function breakpointRequest({ after, before }: { after?: string; before: string }): ReviewRequest {
  return {
    countersign: 1,
    kind: 'breakpoint',
    ...titled(after === undefined ? said('title.stoppedBefore', { node: before }) : said('title.stoppedAfter', { node: after })),
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
    ...titled(said('title.incident', { node, message: message.slice(0, 300) })),
    reason: `${code} · ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    verbs: verbsOf(node),
    proposal: { node, code, message },
  }
}

/** A title that no graph wrote, in English and for every other language. */
const titled = ({ english, says }: Said): Pick<ReviewRequest, 'title' | 'titleSays'> => ({ title: english.slice(0, 300), titleSays: says })

/** Before a run has begun there is no state to edit; the engine's own tasks have no edges to skip. */
function verbsOf(node: string): Verb[] {
  if (node === BEGIN) return ['retry', 'abort']
  return node === ADVANCE ? ['retry', 'edit', 'abort'] : ['retry', 'edit', 'skip', 'abort']
}
