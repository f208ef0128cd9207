import type { useTranslations } from 'use-intl/react'
import type { Sentences } from '../frame/sentences.ts'
import type { DecisionProblem } from './send-decision.ts'

/** The words of the namespace `decisions`. */
type Words = ReturnType<typeof useTranslations<'decisions'>>

const VERBS = ['approve', 'reject', 'edit', 'choose', 'respond', 'ignore', 'retry', 'skip', 'abort'] as const

function winner(t: Words, { by, at, verb }: DecisionProblem['details']): string {
  if (typeof by !== 'string') return t('refused.fasterUnknown')
  const did = VERBS.find((one) => one === verb) ?? 'other'
  const time = typeof at === 'string' ? new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' }) : ''
  return time ? t(`refused.wonAt.${did}`, { by, time }) : t(`refused.won.${did}`, { by })
}

/** Why a decision did not count, and what that means for it. */
export function describeRefusal(t: Words, sentences: Sentences, problem: DecisionProblem): string {
  switch (problem.code) {
    case 'already_decided':
      return t('refused.already', { winner: winner(t, problem.details) })
    case 'changed_since_shown':
      return t('refused.changed')
    case 'claimed_by_other':
      return t('refused.claimed', { by: typeof problem.details.by === 'string' ? problem.details.by : '?' })
    case 'already_voted':
      return t('refused.voted')
    case 'kept_too_long':
      return t('refused.keptTooLong')
    default:
      return t('refused.other', { message: sentences.problem(problem) })
  }
}
