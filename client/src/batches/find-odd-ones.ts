import { type Said, type Sentence, said } from '@countersign/workflows/contract'

/** What is compared of each review of a batch. */
export interface Compared {
  id: string
  kind: string
  documentType: string | null
  /** Of an incident: where and why it stopped; null for any other review. */
  cause: { group: string; node: string; code: string } | null
  confidence: number | null
  doubts: number
  quorum: number
  round: number
  comments: number
  /** Somebody else who holds the lease now. */
  heldBy: string | null
  overdue: boolean
  /** What the machine proposed; its numbers are compared by name. */
  proposal: unknown
  /** Why the maker of the batch may not decide it, or null. */
  objection: Sentence | null
  /** It can be answered with the verb of the batch. */
  offersVerb: boolean
}

/** So many are needed before one can stand out from the others. */
const FEWEST = 5
/** Confidence this far below the middle is far in any case. */
const LOW_CONFIDENCE = 0.15
/** An amount stands out from five times the usual spread, and only if it is five times the middle or a fifth of it. */
const SPREADS = 5
const TIMES = 5

/** Why each review stands out from the others it would be answered with, in sentences; none where it does not. By id. */
export function findOddOnes(reviews: Compared[], verb: string): Map<string, Said[]> {
  const judges = [
    ...(reviews.length < FEWEST ? [] : [judgeConfidence(reviews), judgeDoubts(reviews), judgeNumbers(reviews)]),
    judgeSort(reviews, ({ kind }) => kind, sayKind),
    judgeSort(reviews, ({ documentType }) => documentType, sayType),
    judgeCause(reviews),
    (review: Compared) => judgeAlone(review, verb),
  ]
  return new Map(reviews.map((review) => [review.id, judges.flatMap((judge) => judge(review))]))
}

type Judge = (review: Compared) => Said[]

function judgeAlone(review: Compared, verb: string): Said[] {
  const { objection, offersVerb, heldBy, overdue, comments, quorum, round } = review
  return [
    objection === null ? null : said('odd.notYours', { why: objection }),
    offersVerb ? null : said('odd.verb', { verb }),
    heldBy === null ? null : said('odd.held', { by: heldBy }),
    overdue ? said('odd.overdue') : null,
    comments === 0 ? null : said('odd.comments', { count: comments }),
    quorum > 1 ? said('odd.quorum', { count: quorum }) : null,
    round > 1 ? said('odd.again') : null,
  ].filter((reason) => reason !== null)
}

/** Most are of one sort, and this one is not. */
function judgeSort(
  reviews: Compared[],
  sortOf: (review: Compared) => string | null,
  say: (sort: string | null, usual: string | null) => Said,
): Judge {
  const counts = new Map<string | null, number>()
  for (const review of reviews) counts.set(sortOf(review), (counts.get(sortOf(review)) ?? 0) + 1)
  const [usual, count] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [null, 0])
  return (review) => {
    const sort = sortOf(review)
    return sort === usual || count <= reviews.length / 2 ? [] : [say(sort, usual)]
  }
}

/** Of the incidents most stopped at one place for one reason, and this one did not. */
function judgeCause(reviews: Compared[]): Judge {
  const judge = judgeSort(
    reviews.filter(({ cause }) => cause !== null),
    ({ cause }) => cause?.group ?? null,
    () => said('odd.cause', { node: '', code: '' }),
  )
  return (review) => (review.cause === null || judge(review).length === 0 ? [] : [said('odd.cause', review.cause)])
}

const sayKind = (kind: string | null, usualKind: string | null): Said => said('odd.kind', { kind: kind ?? '', usualKind: usualKind ?? '' })

function sayType(type: string | null, usual: string | null): Said {
  if (type === null) return said('odd.withoutType', { usual: usual ?? '' })
  return usual === null ? said('odd.withType', { type }) : said('odd.type', { type, usual })
}

function judgeConfidence(reviews: Compared[]): Judge {
  const all = reviews.flatMap(({ confidence }) => confidence ?? [])
  const middle = median(all)
  const low = middle - Math.max(LOW_CONFIDENCE, 3 * spread(all))
  return ({ confidence }) => {
    if (confidence === null || confidence >= low) return []
    return [said('odd.confidence', { confidence, usual: middle })]
  }
}

function judgeDoubts(reviews: Compared[]): Judge {
  const usual = median(reviews.map(({ doubts }) => doubts))
  return ({ doubts }) => {
    if (doubts <= usual) return []
    return [said('odd.doubts', { count: doubts, usual })]
  }
}

/** Amounts are compared on a scale of ratios: they are spread over powers of ten. */
function judgeNumbers(reviews: Compared[]): Judge {
  const byName = new Map<string, number[]>()
  for (const [name, value] of reviews.flatMap(numbersOf)) {
    const values = byName.get(name) ?? []
    values.push(value)
    byName.set(name, values)
  }
  const usual = new Map<string, { middle: number; near: number }>()
  for (const [name, values] of byName) {
    if (values.length < FEWEST) continue
    const logs = values.map(Math.log)
    usual.set(name, { middle: median(logs), near: Math.max(Math.log(TIMES), SPREADS * spread(logs)) })
  }
  return (review) =>
    numbersOf(review).flatMap(([name, value]) => {
      const others = usual.get(name)
      if (!others || Math.abs(Math.log(value) - others.middle) <= others.near) return []
      return [said('odd.amount', { name, value, usual: Math.exp(others.middle) })]
    })
}

function numbersOf({ proposal }: Compared): [name: string, value: number][] {
  if (typeof proposal !== 'object' || proposal === null || Array.isArray(proposal)) return []
  return Object.entries(proposal).filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0)
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** The median distance from the median: a few outliers do not widen it. */
function spread(values: number[]): number {
  const middle = median(values)
  return median(values.map((value) => Math.abs(value - middle)))
}
