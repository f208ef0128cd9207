import { CountersignError, type Dialect, type ResumeValue, type ReviewRequest } from '@countersign/workflows/contract'
import { humanResponses, readHumanInterrupts } from './agent-inbox.ts'
import { hitlResponse, readHitlRequest } from './langchain-hitl.ts'
import { answersOf, type CallAnswer, type ToolCall, toolReview } from './tool-calls.ts'

/** A format of others: how its requests are read as tool calls, and how their answers are written. */
interface ForeignFormat {
  read(value: unknown): ToolCall[] | null
  write(calls: ToolCall[], answers: CallAnswer[]): unknown
}

const FORMATS = new Map<Dialect, ForeignFormat>([
  ['agent-inbox', { read: readHumanInterrupts, write: humanResponses }],
  ['langchain-hitl', { read: readHitlRequest, write: hitlResponse }],
])

/** What a node asked in a format of others, as a review of its own; null where it is none that is known. */
export function foreignRequest(asked: ReviewRequest['proposal']): ReviewRequest | null {
  for (const [dialect, { read }] of FORMATS) {
    const calls = read(asked)
    if (calls) return { ...toolReview(dialect, calls), extra: { asked } }
  }
  return null
}

/**
 * What `interrupt()` returns to a node that asked in this format: what that format's own answer would be. `asked`: the value as the
 * node gave it.
 */
export function foreignAnswer(dialect: Dialect, asked: unknown, decision: ResumeValue): unknown {
  // As LangGraph itself has it: the node gets what was said, not a decision about it.
  if (dialect === 'plain') return decision.verb === 'respond' ? decision.value : decision
  const format = FORMATS.get(dialect)
  const calls = format?.read(asked)
  if (!format || !calls) throw new CountersignError('internal', `What was asked as “${dialect}” cannot be read any more.`)
  return format.write(calls, answersOf(calls, decision))
}
