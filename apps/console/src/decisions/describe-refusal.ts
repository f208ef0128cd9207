import type { DecisionProblem } from './pending-decision.ts'

const WON: Record<string, string> = {
  approve: 'approved it',
  reject: 'sent it back',
  edit: 'approved it with a change',
  retry: 'retried it',
  skip: 'skipped it',
  abort: 'aborted it',
}

function winner(details: DecisionProblem['details']): string | null {
  const { by, at, verb } = details
  if (typeof by !== 'string') return null
  const did = (typeof verb === 'string' && WON[verb]) || 'decided it'
  const when = typeof at === 'string' ? ` at ${new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' })}` : ''
  return `${by} ${did}${when}`
}

/** Why a decision did not count, and what that means for it. */
export function describeRefusal(problem: DecisionProblem): string {
  if (problem.code === 'already_decided') {
    return `was already decided: ${winner(problem.details) ?? 'somebody was faster'}. Your decision was not used.`
  }
  if (problem.code === 'changed_since_shown') {
    return 'changed after you opened it, so your decision was not used. Look at what is proposed now and decide again.'
  }
  return `was not decided. ${problem.message}`
}
