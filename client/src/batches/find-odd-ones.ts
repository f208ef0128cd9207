/** What is compared of each review of a batch. */
export interface Compared {
  id: string
  kind: string
  documentType: string | null
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
  objection: string | null
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

/** Why each review stands out from the others it would be answered with, in words; none where it does not. By id. */
export function findOddOnes(reviews: Compared[], verb: string): Map<string, string[]> {
  const judges = [
    ...(reviews.length < FEWEST ? [] : [judgeConfidence(reviews), judgeDoubts(reviews), judgeNumbers(reviews)]),
    judgeSort(reviews, ({ kind }) => kind, 'kind'),
    judgeSort(reviews, ({ documentType }) => documentType, 'document type'),
    (review: Compared) => judgeAlone(review, verb),
  ]
  return new Map(reviews.map((review) => [review.id, judges.flatMap((judge) => judge(review))]))
}

type Judge = (review: Compared) => string[]

function judgeAlone(review: Compared, verb: string): string[] {
  const { objection, offersVerb, heldBy, overdue, comments, quorum, round } = review
  return [
    objection === null ? '' : `not yours to decide: ${objection}`,
    offersVerb ? '' : `cannot be answered with ${verb}`,
    heldBy === null ? '' : `${heldBy} is working on it`,
    overdue ? 'overdue' : '',
    comments === 0 ? '' : comments === 1 ? 'has a comment' : `has ${comments} comments`,
    quorum > 1 ? `needs ${quorum} answers; this is one of them` : '',
    round > 1 ? 'was sent back for a second look' : '',
  ].filter((reason) => reason !== '')
}

/** Most are of one sort, and this one is not. */
function judgeSort(reviews: Compared[], sortOf: (review: Compared) => string | null, what: string): Judge {
  const counts = new Map<string | null, number>()
  for (const review of reviews) counts.set(sortOf(review), (counts.get(sortOf(review)) ?? 0) + 1)
  const [usual, count] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [null, 0])
  const say = (sort: string | null) => sort ?? `without a ${what}`
  return (review) => {
    const sort = sortOf(review)
    return sort === usual || count <= reviews.length / 2 ? [] : [`another ${what} than most: ${say(sort)}, not ${say(usual)}`]
  }
}

function judgeConfidence(reviews: Compared[]): Judge {
  const all = reviews.flatMap(({ confidence }) => confidence ?? [])
  const middle = median(all)
  const low = middle - Math.max(LOW_CONFIDENCE, 3 * spread(all))
  return ({ confidence }) => {
    if (confidence === null || confidence >= low) return []
    return [`confidence ${confidence.toFixed(2)}, far below the others (${middle.toFixed(2)})`]
  }
}

function judgeDoubts(reviews: Compared[]): Judge {
  const usual = median(reviews.map(({ doubts }) => doubts))
  return ({ doubts }) => {
    if (doubts <= usual) return []
    const fields = `${doubts} doubtful ${doubts === 1 ? 'field' : 'fields'}`
    return [`${fields}, most have ${usual === 0 ? 'none' : `at most ${usual}`}`]
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
      return [`${name} ${sayNumber(value)} is far from the others (${sayNumber(Math.exp(others.middle))})`]
    })
}

function numbersOf({ proposal }: Compared): [name: string, value: number][] {
  if (typeof proposal !== 'object' || proposal === null || Array.isArray(proposal)) return []
  return Object.entries(proposal).filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0)
}

const sayNumber = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 6 })

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
