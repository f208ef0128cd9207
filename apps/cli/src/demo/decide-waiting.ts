import { randomUUID } from 'node:crypto'
import type { CountersignClient, DecideInput, ReviewDetail, ReviewSummary } from '@countersign/client'
import { describeError } from '../describe-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { TrackedFile } from './outcome.ts'

/** What the demo decided, or could not. */
export interface DemoDecision {
  file: TrackedFile
  review: string
  line: string
}

/**
 * Decides the open reviews of these files the way a quick reviewer would: approve; where the proposal is not valid, take
 * the other readings that were found; where that does not help either, send it back. A question that only a person can answer,
 * a password, is passed over. Incidents are left for a person: a parked run is an outcome, not something to be waved through.
 * `tried` keeps each review from being decided twice.
 */
export async function decideWaiting(client: CountersignClient, files: readonly TrackedFile[], tried: Set<string>): Promise<DemoDecision[]> {
  const decisions: DemoDecision[] = []
  for (const file of files) {
    for (const review of file.detail?.reviews ?? []) {
      if (!isForTheDemo(review) || tried.has(review.id)) continue
      tried.add(review.id)
      decisions.push({ file, review: review.id, line: await decide(client, await client.getReview(review.id)) })
    }
  }
  return decisions
}

function isForTheDemo({ status, kind }: ReviewSummary): boolean {
  return status === 'open' && kind !== 'incident'
}

async function decide(client: CountersignClient, review: ReviewDetail): Promise<string> {
  const doubtful = review.fields.filter(({ confidence, threshold }) => confidence < threshold).map(({ name }) => name)
  const doubts = doubtful.length === 0 ? '' : ` (doubtful: ${doubtful.join(', ')})`
  const reason = `not readable as it is: ${doubtful.join(', ') || review.reason}`
  const edited = withOtherReadings(review)
  const ways: { answer: Pick<DecideInput, 'verb' | 'value' | 'reason'>; line: string }[] = [
    { answer: { verb: 'approve' }, line: `approved: ${review.title}${doubts}` },
    ...(edited === null ? [] : [{ answer: { verb: 'edit' as const, value: edited }, line: `edited: ${review.title}${doubts}` }]),
    { answer: { verb: 'reject', reason }, line: `sent back: ${review.title}; ${reason}` },
    { answer: { verb: 'ignore' }, line: `passed over: ${review.title}` },
  ]
  let refusal = `none of ${review.request.verbs.join(', ')} is for the demo`
  for (const { answer, line } of ways.filter(({ answer: { verb } }) => review.request.verbs.includes(verb))) {
    try {
      await client.decide({ review: review.id, clientKey: `demo-${randomUUID()}`, shownHash: review.shownHash, ...answer })
      return line
    } catch (error) {
      const { message, exit } = describeError(error)
      if (exit === EXIT_CODES.conflict) return `was decided by somebody else: ${message}`
      if (exit !== EXIT_CODES.invalid) throw error
      refusal = message
    }
  }
  return `could not be decided: ${refusal}`
}

/** The proposal with the first other reading of each field that has no value; null where there is none to take. */
function withOtherReadings({ fields, request: { proposal } }: ReviewDetail): DecideInput['value'] | null {
  if (typeof proposal !== 'object' || proposal === null || Array.isArray(proposal)) return null
  const readings = fields.flatMap(({ name, value, alternatives }) => {
    const other = value === null ? (alternatives?.[0]?.value ?? null) : null
    return other === null ? [] : [[name, other] as const]
  })
  return readings.length === 0 ? null : { ...proposal, ...Object.fromEntries(readings) }
}
