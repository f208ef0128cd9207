import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'

const openedAt = '2026-05-31T10:00:00.000Z'
const opened = Date.parse(openedAt)
const review = {
  openedAt,
  policy: {
    deadline: {
      within: 60,
      steps: [
        { after: 60, do: 'remind' as const },
        { after: 120, do: 'escalate' as const, role: 'approver' as const },
      ],
      last: { after: 600, do: 'park' as const },
    },
  },
}

test('the step that is still to come is the one that is told', () => {
  expect(nextStep(review, opened)).toEqual({ at: opened + 60_000, do: 'remind', to: '' })
  expect(nextStep(review, opened + 61_000)).toEqual({ at: opened + 120_000, do: 'escalate', to: 'approver' })
  expect(nextStep(review, opened + 121_000)?.do).toBe('park')
  expect(nextStep(review, opened + 601_000)).toBeNull()
  expect(nextStep({ openedAt, policy: {} }, opened)).toBeNull()
})
