import type { ReviewDetail } from '@countersign/client'

/** What happens next while nobody decides, and when (ms). */
export interface NextStep {
  at: number
  do: 'remind' | 'reassign' | 'escalate' | 'park' | 'reject' | 'default'
  /** Whom or which role it goes to; empty where it goes to nobody. */
  to: string
}

/** The first step of the deadline that is still to come; null where none is. */
export function nextStep({ policy, openedAt }: Pick<ReviewDetail, 'policy' | 'openedAt'>, now: number): NextStep | null {
  const { steps = [], last } = policy.deadline ?? {}
  const all = [...steps, ...(last ? [last] : [])].map((step) => ({
    at: Date.parse(openedAt) + step.after * 1000,
    do: step.do,
    to: step.do === 'reassign' ? step.to : step.do === 'escalate' ? step.role : '',
  }))
  return all.filter(({ at }) => at > now).toSorted((a, b) => a.at - b.at)[0] ?? null
}
