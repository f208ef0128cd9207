import { isDeepStrictEqual } from 'node:util'
import type { ReviewRow } from '@countersign/db'
import { CountersignError, type DecideInput, type ReviewRequest, type Role } from '@countersign/workflows/contract'
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
    const message = `This review cannot be answered with "${verb}", only with: ${request.verbs.join(', ')}.`
    throw new CountersignError('verb_not_allowed', message, { verb, verbs: request.verbs })
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
      if (!decision.reason?.trim()) throw invalid('A rejection needs a reason.', 'reason')
      break
    case 'skip':
      if (!decision.node) throw invalid('Skipping needs the node to go on with.', 'node')
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
  if (!role) throw invalid('Say which role is to decide.', 'role')
  if (!reason?.trim()) throw invalid('Say why you hand it on.', 'reason')
  checkText('The reason', reason)
  noValue(decision)
  if (users.length === 0 && isDeepStrictEqual(roles, [role])) throw invalid(`It is for the role ${role} already.`, 'role')
  return role
}

/** To approve is to take the proposal as it is; another value would slip in what nobody was shown. */
function approvedValue({ proposal }: ReviewRequest, { value }: DecideInput): unknown {
  if (value === undefined || isDeepStrictEqual(value, proposal)) return proposal
  throw invalid('Approving takes the proposal as it is. Send another value with the verb "edit".', 'value')
}

function editedValue(request: ReviewRequest, { value, evidence }: DecideInput): unknown {
  if (value === undefined) throw invalid('"edit" needs a value.', 'value')
  checkJson('The value', value, { code: 'invalid_decision', limit: VALUE_LIMIT })
  checkJson('The evidence', evidence ?? null, { code: 'invalid_decision', limit: VALUE_LIMIT })
  if (request.kind === 'incident' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
    throw invalid('The edit of a parked run is an object: the keys of its state to change.', 'value')
  }
  if (request.kind === 'tool' && !isDeepStrictEqual(withoutArguments(value), withoutArguments(request.proposal))) {
    throw invalid(
      'An edit changes the arguments of a tool call, never which tool is called. Reject it to have another one proposed.',
      'value',
    )
  }
  if (request.schema) validateValue(request.schema, value)
  return value
}

/** The value of the chosen candidate; null where none of them is right. */
function chosenValue({ candidates = [] }: ReviewRequest, { value, reason }: DecideInput): unknown {
  if (value === undefined) throw invalid('Choosing needs the id of a candidate, or null for none of them.', 'value')
  if (value === null) {
    if (!reason?.trim()) throw invalid('Choosing none of them needs a reason.', 'reason')
    return null
  }
  const chosen = candidates.find(({ id }) => id === value)
  if (chosen) return chosen.value
  throw invalid(`There is no such candidate. There are: ${candidates.map(({ id }) => id).join(', ')}.`, 'value')
}

function saidValue({ value }: DecideInput): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalid('Write the answer as the value.', 'value')
  checkJson('The answer', value, { code: 'invalid_decision', limit: VALUE_LIMIT })
  return value
}

/** What a plain `interrupt()` returns may be anything. */
function freeValue({ value }: DecideInput): unknown {
  if (value === undefined) throw invalid('Give the answer as the value.', 'value')
  checkJson('The answer', value, { code: 'invalid_decision', limit: VALUE_LIMIT })
  return value
}

function noValue({ verb, value }: DecideInput): null {
  if (value === undefined || value === null) return null
  throw invalid(`"${verb}" takes no value.`, 'value')
}

const invalid = (message: string, path: string): CountersignError =>
  new CountersignError('invalid_decision', message, { issues: [{ path, message }] })
