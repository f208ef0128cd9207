import type { CountersignClient, ReviewFilter } from '@countersign/client'
import { DESK, RARE_WORD } from './fill-inbox.ts'

/** One thing a person does at the inbox. */
export interface InboxCase {
  name: string
  /** A page of the list: these have the goal. */
  page: boolean
  run(): Promise<unknown>
}

const PAGE = 50
const FILTERS: Record<string, ReviewFilter> = {
  'first page': {},
  'kind incident': { kind: 'incident' },
  'type contract': { documentType: 'contract' },
  'older than 7 days': { olderThan: 604_800 },
  'claimed by me': { claim: 'mine' },
  'assigned to me': { claim: 'assigned' },
  free: { claim: 'free' },
  overdue: { due: 'overdue' },
  'due soon': { due: 'soon' },
  'no deadline': { due: 'none' },
  'confidence below 0.5': { maxConfidence: 0.5 },
  'confidence above 0.8': { minConfidence: 0.8 },
  'decidable by me': { decidable: true },
  'sorted newest': { sort: 'newest' },
  'sorted by priority': { sort: 'priority' },
  'sorted by deadline': { sort: 'due' },
  'sorted by confidence': { sort: 'confidence' },
  'invoices above 0.8 by deadline': { documentType: 'invoice', minConfidence: 0.8, sort: 'due' },
  'search: rare word': { text: RARE_WORD },
  'search: frequent word': { text: 'Logistics' },
  'search: number': { text: 'no. 73421' },
  'search: Chinese word': { text: '文具' },
  'search: nothing has it': { text: 'qqqxyz' },
  'search: two letters, nothing': { text: 'qx' },
}

/** Where the list is after so many pages: a cursor from the middle of each order. */
async function deepCursors(client: CountersignClient): Promise<Map<NonNullable<ReviewFilter['sort']>, string>> {
  const cursors = new Map<NonNullable<ReviewFilter['sort']>, string>()
  for (const sort of ['oldest', 'newest', 'priority', 'due', 'confidence'] as const) {
    let after: string | undefined
    for (let page = 0; page < 250; page += 1) {
      after = (await client.listReviews({ status: 'open', sort, limit: 200, after })).next ?? undefined
    }
    if (after) cursors.set(sort, after)
  }
  return cursors
}

/** Everything that is measured. A decision changes what it decides, so each one takes the next of the list. */
export async function inboxCases(client: CountersignClient): Promise<InboxCase[]> {
  const page = (name: string, filter: ReviewFilter): InboxCase => ({
    name,
    page: true,
    run: () => client.listReviews({ status: 'open', limit: PAGE, ...filter }),
  })
  const middle = `rv_${DESK.tenant}_${DESK.open / 2}`
  const decidable = await client.listReviews({ status: 'open', kind: 'extraction', claim: 'free', decidable: true, limit: 200 })
  return [
    ...Object.entries(FILTERS).map(([name, filter]) => page(name, filter)),
    ...[...(await deepCursors(client))].map(([sort, after]) => page(`page 1,000, ${sort}`, { sort, after })),
    { ...page('decided ones', {}), run: () => client.listReviews({ status: 'decided', limit: PAGE }) },
    { name: 'counts', page: false, run: () => client.countReviews() },
    { name: 'neighbours', page: false, run: () => client.neighbours(middle) },
    { name: 'neighbours, a type by deadline', page: false, run: () => client.neighbours(middle, { documentType: 'invoice', sort: 'due' }) },
    { name: 'neighbours, rare word', page: false, run: () => client.neighbours(middle, { text: RARE_WORD }) },
    { name: 'open a review', page: false, run: () => client.getReview(middle) },
    {
      name: 'decision',
      page: false,
      run: () => client.decide({ review: decidable.items.pop()?.id ?? '', verb: 'approve' }),
    },
  ]
}
