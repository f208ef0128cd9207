import { type AnyColumn, and, eq, ilike, inArray, like, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { type REVIEW_STATUSES, reviews } from '../schema/index.ts'
import { containsPattern } from './keyset.ts'
import { CONFIDENCE, DUE, type ReviewSort } from './review-order.ts'

export interface ReviewConditions {
  tenant: string
  /** Who asks: what `claim` and `decidable` mean. */
  user: string
  roles: readonly string[]
  status?: (typeof REVIEW_STATUSES)[number]
  kind?: string
  documentType?: string
  run?: string
  /** Of the run. */
  graph?: string
  node?: string
  /** Incidents with this error. */
  code?: string
  /** Incidents of one group. */
  group?: string
  /** Seconds since it was opened, at least. */
  olderThan?: number
  text?: string
  claim?: 'mine' | 'assigned' | 'free'
  due?: 'overdue' | 'soon' | 'none'
  minConfidence?: number
  maxConfidence?: number
  decidable?: boolean
  sort?: ReviewSort
}

/**
 * The condition on a deadline. In the order of deadlines it is asked of the index's expression, where it says how far to read; else of
 * the column, of which the planner knows how many have it.
 */
function isDue({ due, sort }: ReviewConditions): SQL | undefined {
  const at = sort === 'due' ? DUE : sql`${reviews.dueAt}`
  if (due === 'overdue') return sql`${at} < now()`
  // Within the hour.
  if (due === 'soon') return sql`${at} >= now() and ${at} < now() + interval '1 hour'`
  if (due === 'none') return sort === 'due' ? sql`${DUE} = 'infinity'::timestamptz` : sql`${reviews.dueAt} is null`
  return undefined
}

/** The condition on the confidence, of the index's expression or the column as for the deadline. */
function hasConfidence({ minConfidence: min, maxConfidence: max, sort }: ReviewConditions): SQL | undefined {
  const confidence = sort === 'confidence' ? CONFIDENCE : sql`${reviews.confidence}`
  return and(
    min === undefined ? undefined : sql`${confidence} >= ${min}::real and ${confidence} <= 1::real`,
    max === undefined ? undefined : sql`${confidence} <= ${max}::real`,
  )
}

/** Nobody holds the lease now. */
const IS_FREE = sql`(${reviews.claimedBy} is null or ${reviews.claimedUntil} <= now())`
/** Nobody else holds the lease now. */
export const isFreeOr = (user: string): SQL => sql`(${IS_FREE} or ${reviews.claimedBy} = ${user})`

function isClaimed(claim: ReviewConditions['claim'], user: string): SQL | undefined {
  if (claim === 'mine') return sql`${reviews.claimedBy} = ${user} and ${reviews.claimedUntil} > now()`
  if (claim === 'assigned') return eq(reviews.assignee, user)
  return claim === 'free' ? IS_FREE : undefined
}

/** The reviews that this person may decide now: not excluded, of a role or named, and not among those who have answered already. */
function isDecidable({ user, roles }: ReviewConditions): SQL {
  const called = roles.includes('admin')
    ? sql`true`
    : sql`(${reviews.roles} && ${sql.param([...roles])}::text[] or ${user} = any(${reviews.users}))`
  return sql`${called} and not ${user} = any(${reviews.excluded}) and (${reviews.quorum} = 1 or ${reviews.disputed} or not exists (
    select 1 from countersign.votes w where w.review = ${reviews.id} and w.round = ${reviews.round} and w.by = ${user}))`
}

/** Ids of the reviews with the text in their title; null: {@link hasText} is to be asked of each instead. */
export type Titled = string[] | null

/** All conditions but that on the title, which `titled` answers or {@link hasText}. */
export function conditionsOf(filter: ReviewConditions, titled: Titled = null): SQL | undefined {
  return and(
    eq(reviews.tenant, filter.tenant),
    // A literal, so that the planner can use the indexes over open reviews.
    filter.status === 'open' ? sql`${reviews.status} = 'open'` : filter.status && eq(reviews.status, filter.status),
    filter.kind ? eq(reviews.kind, filter.kind) : undefined,
    filter.documentType ? eq(reviews.documentType, filter.documentType) : undefined,
    filter.run ? eq(reviews.run, filter.run) : undefined,
    filter.graph ? eq(reviews.graph, filter.graph) : undefined,
    filter.node ? eq(reviews.node, filter.node) : undefined,
    // Two indexes hold incidents only, and the planner must see that nothing else is asked for.
    filter.code ? and(eq(reviews.code, filter.code), sql`${reviews.code} is not null`) : undefined,
    filter.group ? and(eq(reviews.incidentGroup, filter.group), sql`${reviews.incidentGroup} is not null`) : undefined,
    filter.olderThan === undefined ? undefined : sql`${reviews.openedAt} <= now() - make_interval(secs => ${filter.olderThan})`,
    isClaimed(filter.claim, filter.user),
    isDue(filter),
    hasConfidence(filter),
    filter.decidable ? isDecidable(filter) : undefined,
    titled ? inArray(reviews.id, titled) : undefined,
  )
}

/** The title has the text, in any case. Where letters have no case, the comparison that leaves case alone finds the same, ten times as fast. */
export function hasText(title: SQL | AnyColumn, text: string): SQL {
  const pattern = containsPattern(text)
  return text.toLowerCase() === text.toUpperCase() ? like(title, pattern) : ilike(title, pattern)
}

/** From here on a text is common enough to be met soon when the list is read in its order. */
const FEW_TITLES = 1_000
/** Three letters in a row is what an index over trigrams can look for. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u
const titledSchema = z.tuple([z.object({ ids: z.array(z.string()).nullable() })])

/**
 * Looks for a rare text in the index over titles. Row-level security keeps `ILIKE` from using it (it is not leakproof), so the
 * function `open_reviews_titled` looks as the owner, for the connection's tenant alone.
 */
export async function findTitled(db: DbOrTx, { tenant, text, status, run }: ReviewConditions): Promise<Titled> {
  if (!text || status !== 'open' || run || !HAS_TRIGRAM.test(text)) return null
  const pattern = containsPattern(text)
  const result = await db.execute(sql`select countersign.open_reviews_titled(${tenant}, ${pattern}, ${FEW_TITLES + 1}) as ids`)
  const [{ ids }] = titledSchema.parse(result.rows)
  return ids && ids.length <= FEW_TITLES ? ids : null
}
