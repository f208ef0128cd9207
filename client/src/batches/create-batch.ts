import { type BatchReviewRow, insertBatch, type NewBatchItem, readReviewsForBatch } from '@countersign/db'
import { CountersignError, newBatchId, type Said, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { listReviews } from '../list-reviews.ts'
import { notFound } from '../not-found.ts'
import { parseInput } from '../parse-input.ts'
import { standingOf } from '../reviews/standing.ts'
import { type BatchInput, type BatchView, batchInputSchema } from '../schemas/batches.ts'
import { checkJson, checkText } from '../storable.ts'
import { type Compared, findOddOnes } from './find-odd-ones.ts'
import { getBatch } from './get-batch.ts'

const MOST = 10_000
const PAGE = 200
const CHUNK = 1_000
const VALUE_LIMIT = 1_000_000

/**
 * Makes a batch: the same answer for many reviews, by their ids or by a filter. Lists them as they are now and says which stand out;
 * decides nothing yet. Reviews that are not open any more are listed as refused.
 * What is for parked runs alone (`retry`, `edit`, `skip`, `abort`) refuses every other review.
 * Throws `invalid_input` for none, for more than 10,000, for a rejection without a reason, an edit without values, a skip without a node; `not_found` for an unknown review.
 */
export async function createBatch(context: ClientContext, input: BatchInput): Promise<BatchView> {
  const { tenant, user, database } = context
  const wanted = parseInput(batchInputSchema, input)
  const reason = wanted.reason?.trim() || null
  const { verb, value = null, node = null } = wanted
  checkAnswer({ verb, reason, value, node })
  const filter = 'filter' in wanted ? wanted.filter : null
  const ids =
    'filter' in wanted
      ? await findByFilter(context, FOR_INCIDENTS.has(verb) ? { kind: 'incident', ...wanted.filter } : wanted.filter)
      : [...new Set(wanted.reviews)]
  checkCount(ids.length)
  const items = freezeItems(context, verb, await readInOrder(context, ids))
  const batch = { tenant, id: newBatchId(), createdBy: user, verb, reason, value, node, filter }
  await database.db.transaction((tx) => insertBatch(tx, batch, items))
  return await getBatch(context, batch.id)
}

/** They move a parked run; other reviews that know them, such as an edit of fields, are each answered on their own. */
const FOR_INCIDENTS: ReadonlySet<string> = new Set<BatchInput['verb']>(['retry', 'edit', 'skip', 'abort'])

type Answer = Pick<BatchView, 'verb' | 'reason' | 'node'> & { value: BatchInput['value'] | null }

function checkAnswer({ verb, reason, value, node }: Answer): void {
  const invalid = (why: Said) => new CountersignError('invalid_input', why)
  checkText('The reason', reason ?? '')
  if (verb === 'reject' && reason === null) throw invalid(said('decide.rejectReason'))
  if (verb === 'edit' && value === null) throw invalid(said('decide.editState'))
  if (verb === 'skip' && !node) throw invalid(said('decide.skipNode'))
  if (value !== null && verb !== 'edit') throw invalid(said('decide.noValue', { verb }))
  if (value !== null) checkJson('The value', value, { code: 'invalid_input', limit: VALUE_LIMIT })
}

function checkCount(count: number): void {
  if (count === 0) throw new CountersignError('invalid_input', said('batches.none'))
  if (count > MOST) throw new CountersignError('invalid_input', said('batches.tooMany', { most: MOST }))
}

type Filter = Extract<BatchInput, { filter: unknown }>['filter']

/** One more than a batch holds, at most: enough to know that there are too many. */
async function findByFilter(context: ClientContext, filter: Filter): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await listReviews(context, { ...filter, status: 'open', limit: PAGE, after })
    ids.push(...page.items.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after !== undefined && ids.length <= MOST)
  return [...new Set(ids)]
}

async function readInOrder({ tenant, database }: ClientContext, ids: string[]): Promise<BatchReviewRow[]> {
  const found = new Map<string, BatchReviewRow>()
  for (let at = 0; at < ids.length; at += CHUNK) {
    const rows = await readReviewsForBatch(database.db, { tenant, ids: ids.slice(at, at + CHUNK) })
    for (const row of rows) found.set(row.id, row)
  }
  return ids.map((id) => {
    const row = found.get(id)
    if (!row) throw notFound('review', id)
    return row
  })
}

function freezeItems({ actor }: ClientContext, verb: string, rows: BatchReviewRow[]): NewBatchItem[] {
  const open = rows.filter(({ status }) => status === 'open')
  const odd = findOddOnes(
    open.map((row) => compared(row, actor, verb)),
    verb,
  )
  return rows.map((row) => {
    const why = odd.get(row.id) ?? []
    const item = { review: row.id, shownHash: row.shownHash, odd: why.map(({ english }) => english), oddSays: why.map(({ says }) => says) }
    if (row.status === 'open' && (row.kind === 'incident' || !FOR_INCIDENTS.has(verb))) return item
    if (row.status === 'open') {
      const { english, says } = said('decide.verb', { verb, verbs: row.verbs.filter((one) => !FOR_INCIDENTS.has(one)) })
      return { ...item, code: 'verb_not_allowed', message: english, says }
    }
    const decided = row.status === 'decided'
    const { english, says } = decided
      ? said('batches.decidedBefore', { by: row.decidedBy ?? '', verb: row.verb ?? '' })
      : said('batches.movedOn')
    return { ...item, code: decided ? 'already_decided' : 'run_ended', message: english, says }
  })
}

function compared(row: BatchReviewRow, actor: ClientContext['actor'], verb: string): Compared {
  const { id, kind, documentType, confidence, doubts, quorum, round, comments, proposal, dueAt, incidentGroup: group, node, code } = row
  const held =
    row.claimedBy !== null && row.claimedBy !== actor.user && row.claimedUntil !== null && row.claimedUntil.getTime() > Date.now()
  return {
    ...{ id, kind, documentType, confidence, doubts, quorum, round, comments, proposal },
    heldBy: held ? row.claimedBy : null,
    cause: group === null ? null : { group, node, code: code ?? '' },
    overdue: dueAt !== null && dueAt.getTime() < Date.now(),
    objection: standingOf(row, actor, { votes: [], decidedBefore: false }).says,
    offersVerb: row.verbs.includes(verb),
  }
}
