import type { RawReading } from '@countersign/activities/evaluation'
import { expect, test } from 'vitest'
import { chooseThresholds, crossValidate } from './choose-thresholds.ts'
import type { JudgedReading } from './judge-readings.ts'
import type { Sample } from './samples.ts'

function reading(field: string, at: number, confidence: number, right: boolean): JudgedReading {
  const sample: Sample = {
    name: `${at}`,
    set: 'scans',
    type: 'receipt',
    pages: [],
    document: { text: '', lines: [], pageStarts: [] },
    truth: { company: `shop ${at % 7}` },
  }
  const features = { fit: 1, lead: 1, agreement: 0, conflict: 0, doubt: 0 }
  const raw: RawReading = { value: 'x', evidence: [], reasons: [], alternatives: [], group: 'scan.total', features }
  return { sample, field, raw, right, spoilt: false, confidence }
}

/** Every date is right; of the companies, every fifth that is not sure is wrong. */
const readings = Array.from({ length: 100 }, (_, at) => [
  reading('date', at, 0.8, true),
  reading('company', at, at % 2 === 0 ? 0.96 : 0.8, at % 2 === 0 || at % 5 !== 0),
]).flat()

test('a field whose readings are right is accepted, another only as far as it is sure', () => {
  expect(chooseThresholds(readings, 0.02)).toEqual({ company: 0.95, date: 0.8 })
  expect(chooseThresholds(readings, 0.5)).toEqual({ company: 0.8, date: 0.8 })
})

test('what is held out is judged by thresholds that were chosen without it', () => {
  expect(crossValidate(readings, 0.02)).toEqual({ folds: 10, accepted: 0.75, wrongOfAccepted: 0 })
})
