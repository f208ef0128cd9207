import { isDeepStrictEqual } from 'node:util'
import type { ReviewRow } from '@countersign/db'
import { CountersignError, type DecideInput, type ReviewRequest, type Role, type Said, said } from '@countersign/workflows/contract'
import { withoutArguments } from './reviews/tool-call.ts'
import { checkJson, checkText } from './storable.ts'
import { validateValue } from './validate-value.ts'

const VALUE_LIMIT = 1_000_000

/**
 * What a decision brings to the run: the value that the verb stands for. Throws `verb_not_allowed` for a verb the request does
 * not offer, `invalid_decision` for one that lacks what it needs or whose value breaks the request's schema, `too_large`.
 */
export function checkDecision(request: ReviewRequest, decision: DecideInput): unknown {
  const { verb } = decision
  if (!request.verbs.includes(verb)) {
    throw new CountersignError('verb_not_allowed', said('decide.verb', { verb, verbs: request.verbs }), { verb, verbs: request.verbs })
  }
  checkText('The reason', decision.reason ?? '')
  switch (verb) {
    case 'approve':
      return approvedValue(request, decision)
    case 'edit':
      return editedValue(request, decision)
    case 'choose':
      return chosenValue(request, decision)
    case 'respond':
      return request.dialect === 'plain' ? freeValue(decision) : saidValue(decision)
    case 'reject':
      if (!decision.reason?.trim()) throw invalid(said('decide.rejectReason'), 'reason')
      break
    case 'skip':
      if (!decision.node) throw invalid(said('decide.skipNode'), 'node')
      break
    case 'escalate':
    case 'ignore':
    case 'retry':
    case 'abort':
  }
  return noValue(decision)
}

/**
 * To whom a review is handed. That is always possible, whatever verbs the request offers: the node is not answered with it.
 * Throws `invalid_decision` without a role or a reason, or where that role alone decides already.
 */
export function checkEscalation({ roles, users }: Pick<ReviewRow, 'roles' | 'users'>, decision: DecideInput): Role {
  const { role, reason } = decision
  if (!role) throw invalid(said('decide.handRole'), 'role')
  if (!reason?.trim()) throw invalid(said('decide.handReason'), 'reason')
  checkText('The reason', reason)
  noValue(decision)
  if (users.length === 0 && isDeepStrictEqual(roles, [role])) throw invalid(said('decide.handSame', { roles: [role] }), 'role')
  return role
}

/** To approve is to take the proposal as it is; another value would slip in what nobody was shown. */
function approvedValue({ proposal }: ReviewRequest, { value }: DecideInput): unknown {
  if (value === undefined || isDeepStrictEqual(value, proposal)) return proposal
  throw invalid(said('decide.approveAsIs'), 'value')
}

function editedValue(request: ReviewRequest, { value, evidence }: DecideInput): unknown {
  if (value === undefined) throw invalid(said('decide.editValue'), 'value')
  checkJson('The value', value, { code: 'invalid_decision', limit: VALUE_LIMIT })
  checkJson('The evidence', evidence ?? null, { code: 'invalid_decision', limit: VALUE_LIMIT })
  if (request.kind === 'incident' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
    throw invalid(said('decide.editState'), 'value')
  }
  if (request.kind === 'tool' && !isDeepStrictEqual(withoutArguments(value), withoutArguments(request.proposal))) {
    throw invalid(said('decide.editTool'), 'value')
  }
  if (request.schema) validateValue(request.schema, value)
  return value
}

/** The value of the chosen candidate; null where none of them is right. */
function chosenValue({ candidates = [] }: ReviewRequest, { value, reason }: DecideInput): unknown {
  if (value === undefined) throw invalid(said('decide.choose'), 'value')
  if (value === null) {
    if (!reason?.trim()) throw invalid(said('decide.noneReason'), 'reason')
    return null
  }
  const chosen = candidates.find(({ id }) => id === value)
  if (chosen) return chosen.value
  throw invalid(said('decide.noCandidate', { candidates: candidates.map(({ id }) => id) }), 'value')
}

function saidValue({ value }: DecideInput): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalid(said('decide.answer'), 'value')
  checkJson('The answer', value, { code: 'invalid_decision', limit: VALUE_LIMIT })
  return value
}

/** What a plain `interrupt()` returns may be anything. */
function freeValue({ value }: DecideInput): unknown {
  if (value === undefined) throw invalid(said('decide.freeAnswer'), 'value')
  checkJson('The answer', value, { code: 'invalid_decision', limit: VALUE_LIMIT })
  return value
}

function noValue({ verb, value }: DecideInput): null {
  if (value === undefined || value === null) return null
  throw invalid(said('decide.noValue', { verb }), 'value')
}

const invalid = (why: Said, path: string): CountersignError =>
  new CountersignError('invalid_decision', why, { issues: [{ path, message: why.english }] })
