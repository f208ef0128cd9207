import { said } from '@countersign/workflows/contract'
import { describe, expect, it } from 'vitest'
import { type Compared, findOddOnes } from './find-odd-ones.ts'

const plain: Omit<Compared, 'id'> = {
  kind: 'extraction',
  documentType: 'invoice',
  cause: null,
  confidence: 0.9,
  doubts: 1,
  quorum: 1,
  round: 1,
  comments: 0,
  heldBy: null,
  overdue: false,
  proposal: { total: 100 },
  objection: null,
  offersVerb: true,
}

/** Twenty that are much alike, and one that is not: what is said of it. */
function oddBeside(alike: (at: number) => Partial<Compared>, odd: Partial<Compared>): string[] {
  const others = Array.from({ length: 20 }, (_, at) => ({ ...plain, ...alike(at), id: `${at}` }))
  const found = findOddOnes([...others, { ...plain, ...alike(0), ...odd, id: 'odd' }], 'approve')
  expect(others.flatMap(({ id }) => found.get(id))).toEqual([])
  return (found.get('odd') ?? []).map(({ english }) => english)
}
const same = () => ({})

describe('an item of a batch', () => {
  it('like all others does not stand out', () => {
    expect(oddBeside(same, {})).toEqual([])
  })

  it.each<[string, Partial<Compared>, string]>([
    ['of another kind', { kind: 'choice' }, 'another kind than most: choice, not extraction'],
    ['of another document type', { documentType: 'receipt' }, 'another document type than most: receipt, not invoice'],
    ['without a document type', { documentType: null }, 'another document type than most: without a document type, not invoice'],
    ['that the machine is much less sure of', { confidence: 0.41 }, 'confidence 0.41, far below the others (0.90)'],
    ['with more doubtful fields', { doubts: 3 }, '3 doubtful fields, most have at most 1'],
    ['that is talked about', { comments: 2 }, 'has 2 comments'],
    ['that somebody works on', { heldBy: 'grace' }, 'grace is working on it'],
    ['that is overdue', { overdue: true }, 'overdue'],
    ['that others must answer too', { quorum: 2 }, 'needs 2 answers; this is one of them'],
    ['that was sent back', { round: 2 }, 'was sent back for a second look'],
    ['that its maker may not decide', { objection: said('standing.onlyAdmin').says }, 'not yours to decide: Only an admin may decide it.'],
    ['that knows another verb only', { offersVerb: false }, 'cannot be answered with approve'],
  ])('%s stands out', (_, odd, reason) => {
    expect(oddBeside(same, odd)).toEqual([reason])
  })

  it('of incidents that stopped elsewhere or for another reason stands out', () => {
    const cause = { group: 'a', node: 'load', code: 'unavailable' }
    expect(oddBeside(() => ({ cause }), { cause: { group: 'b', node: 'index', code: 'no_text' } })).toEqual([
      'another incident than most: no_text at index',
    ])
    expect(oddBeside(() => ({ cause }), { cause: null })).toEqual([])
  })

  it('with an amount far above the others stands out; amounts spread over powers of ten do not', () => {
    const spread = (at: number) => ({ proposal: { total: 20 * 1.3 ** at, due: '2026-01-01' } })
    expect(oddBeside(spread, { proposal: { total: 2_500_000, due: '2026-01-01' } })).toEqual([
      'total 2,500,000 is far from the others (275.717)',
    ])
    expect(oddBeside((at) => ({ proposal: { total: 100 + at } }), { proposal: { total: 3 } })).toEqual([
      'total 3 is far from the others (109)',
    ])
  })

  it('whose confidence is a little lower than others, that are themselves apart, does not stand out', () => {
    expect(oddBeside((at) => ({ confidence: 0.6 + at / 60 }), { confidence: 0.5 })).toEqual([])
  })

  it('is not judged by a handful of others', () => {
    const few = [0.9, 0.9, 0.2].map((confidence, at) => ({ ...plain, id: `${at}`, confidence }))
    expect([...findOddOnes(few, 'approve').values()].flat()).toEqual([])
  })
})

it('ten thousand items are compared within two seconds', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({ ...plain, id: `${at}`, proposal: { total: at + 1, tax: at / 5 } }))
  const before = performance.now()
  findOddOnes(many, 'approve')
  expect(performance.now() - before).toBeLessThan(2_000)
})
