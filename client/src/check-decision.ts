import { isDeepStrictEqual } from 'node:util'
import { CountersignError, type DecideInput, type ReviewRequest } from '@countersign/workflows/contract'
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
    case 'choose':
      return givenValue(request, decision)
    case 'reject':
      if (!decision.reason?.trim()) throw invalid('A rejection needs a reason.', 'reason')
      break
    case 'skip':
      if (!decision.node) throw invalid('Skipping needs the node to go on with.', 'node')
      break
    case 'escalate':
      throw new CountersignError('verb_not_allowed', 'Escalating is not part of this version.', { verb })
    case 'retry':
    case 'abort':
  }
  if (decision.value !== undefined && decision.value !== null) throw invalid(`"${verb}" takes no value.`, 'value')
  return null
}

/** To approve is to take the proposal as it is; another value would slip in what nobody was shown. */
function approvedValue({ proposal }: ReviewRequest, { value }: DecideInput): unknown {
  if (value === undefined || isDeepStrictEqual(value, proposal)) return proposal
  throw invalid('Approving takes the proposal as it is. Send another value with the verb "edit".', 'value')
}

function givenValue(request: ReviewRequest, { verb, value }: DecideInput): unknown {
  if (value === undefined) throw invalid(`"${verb}" needs a value.`, 'value')
  checkJson('The value', value, { code: 'invalid_decision', limit: VALUE_LIMIT })
  if (request.kind === 'incident' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
    throw invalid('The edit of a parked run is an object: the keys of its state to change.', 'value')
  }
  if (request.schema) validateValue(request.schema, value)
  return value
}

const invalid = (message: string, path: string): CountersignError =>
  new CountersignError('invalid_decision', message, { issues: [{ path, message }] })
