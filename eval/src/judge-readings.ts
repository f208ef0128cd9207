import {
  assembleText,
  type CalibrationGroup,
  confidenceOf,
  invoice,
  type RawReading,
  readFields,
  receipt,
} from '@countersign/activities/evaluation'
import { fitCalibration, type Judged } from './fit-calibration.ts'
import { isRight } from './is-right.ts'
import { type Sample, shopOf } from './samples.ts'

/**
 * A field of a sample as the rules read it. `confidence`: by a model that was fitted without this sample, and without any of its shop.
 * `spoilt`: the true value's lines had been taken out of the document, so whatever was read is wrong.
 */
export interface JudgedReading {
  sample: Sample
  field: string
  raw: RawReading | null
  right: boolean
  spoilt: boolean
  confidence: number
}

type Unrated = Omit<JudgedReading, 'confidence'>
type Found = Unrated & { raw: RawReading }

/**
 * The rules were written with these very samples at hand, so they fail on them less than they will elsewhere. Spoilt documents
 * stand in for the failures to come; twenty of them count as three real ones.
 */
const SPOILT_WEIGHT = 0.15

/** Reads every sample and judges each field that has a truth; confidences come from models that saw nothing of the same shop. */
export function judgeReadings(samples: readonly Sample[]): JudgedReading[] {
  const whole = samples.flatMap(readSample)
  const unrated = [...whole, ...whole.flatMap(spoil)]
  const found = unrated.filter(isFound)
  return unrated.map((reading) => ({ ...reading, confidence: isFound(reading) ? heldOut(found, reading) : 0 }))
}

/** The model of each group, fitted on all samples: what the product ships. */
export function fitAll(readings: readonly JudgedReading[]): Partial<Record<CalibrationGroup, ReturnType<typeof fitCalibration>>> {
  const found = readings.filter(isFound)
  const groups = [...new Set(found.map(({ raw }) => raw.group))].sort()
  return Object.fromEntries(groups.map((group) => [group, fitCalibration(found.filter(({ raw }) => raw.group === group).map(judged))]))
}

const typeOf = (sample: Sample) => (sample.type === 'invoice' ? invoice : receipt)

function readSample(sample: Sample): Unrated[] {
  const fields = readFields({ type: typeOf(sample), document: sample.document, language: null })
  return Object.entries(sample.truth).map(([field, truth]) => {
    const raw = fields[field] ?? null
    return { sample, field, raw, right: raw !== null && isRight(field, raw.value, truth), spoilt: false }
  })
}

/** The same document without the lines that a right reading came from, read again. */
function spoil({ sample, field, raw, right }: Unrated): Unrated[] {
  const texts = right ? (raw?.evidence ?? []).flatMap(({ text }) => (text === undefined ? [] : [text])) : []
  const truth = sample.truth[field]
  if (texts.length === 0 || truth === undefined) return []
  const pages = sample.pages.map((page) => ({
    ...page,
    lines: page.lines.filter((line) => !texts.some((text) => line.text.includes(text))),
  }))
  const fields = readFields({ type: typeOf(sample), document: assembleText(pages), language: null })
  const again = fields[field] ?? null
  return again === null || isRight(field, again.value, truth) ? [] : [{ sample, field, raw: again, right: false, spoilt: true }]
}

function heldOut(found: readonly Found[], reading: Found): number {
  const shop = shopOf(reading.sample)
  const others = found.filter(({ sample, raw }) => raw.group === reading.raw.group && shopOf(sample) !== shop)
  return confidenceOf(fitCalibration(others.map(judged)), reading.raw.features)
}

const judged = ({ raw, right, spoilt }: Found): Judged => ({ features: raw.features, right, weight: spoilt ? SPOILT_WEIGHT : 1 })

function isFound<R extends Unrated>(reading: R): reading is R & { raw: RawReading } {
  return reading.raw !== null
}
