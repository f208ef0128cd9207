import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CALIBRATION,
  createLocalOcr,
  guessType,
  invoice,
  type OcrReader,
  readModelsConfig,
  receipt,
} from '@countersign/activities/evaluation'
import { fetchModels } from '@countersign/infra/local'
import { chooseThresholds, crossValidate } from './choose-thresholds.ts'
import { fitAll, type JudgedReading, judgeReadings } from './judge-readings.ts'
import { loadSamples, type Sample } from './samples.ts'
import { calibrationError, scoreThresholds, type ThresholdScore } from './score-thresholds.ts'

const RESULTS = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'results')
/** Of the scanned receipts: right of all, by field; wrong among the accepted, and how many are accepted. */
const SCAN_GOALS = { total: 0.9, date: 0.9, company: 0.75, address: 0.6, wrongOfAccepted: 0.02, accepted: 0.5 }
const GOALS = { precision: 0.97, wrongAccepted: 0.02, accepted: 0.6, calibrationError: 0.1 }

interface FieldScore {
  type: string
  field: string
  documents: number
  found: number
  right: number
  thresholds: ThresholdScore[]
}

/** Measures the rules extractor on every labelled sample, prints a table and key figures, writes results/extraction.json. */
async function evaluateExtraction(ocr: OcrReader): Promise<void> {
  const samples = await loadSamples(ocr)
  const judged = judgeReadings(samples)
  const whole = judged.filter(({ spoilt }) => !spoilt)
  const readings = whole.filter(({ sample }) => sample.set !== 'scans')
  const scanned = whole.filter(({ sample }) => sample.set === 'scans')
  const spoilt = judged.filter((reading) => reading.spoilt)
  const fields = scoreFields(readings)
  const scans = {
    fields: scoreFields(scanned),
    key: scanFigures(scanned),
    goals: SCAN_GOALS,
    thresholds: chooseThresholds(scanned, SCAN_GOALS.wrongOfAccepted),
    heldOut: crossValidate(scanned, SCAN_GOALS.wrongOfAccepted),
  }
  for (const score of fields) printField(score, '')
  for (const score of scans.fields) printField(score, 'scanned ')
  const types = scoreTypes(samples)
  console.log(`document type guessed right: ${types.right} of ${types.documents}`)
  const fooled = spoilt.filter((reading) => reading.confidence >= shippedThreshold(reading)).length
  console.log(`the true value taken out of the document: ${fooled} of ${spoilt.length} wrong readings still accepted`)
  const fitted = fitAll(judged)
  const drifted = JSON.stringify(fitted) !== JSON.stringify(Object.fromEntries(Object.keys(fitted).map((group) => [group, shipped(group)])))
  if (process.argv.includes('--fit')) console.log(JSON.stringify(fitted, null, 2))
  else if (drifted && samples.length > 100)
    console.log('calibration.ts differs from a fit on these samples: run with --fit and take it over')
  await mkdir(RESULTS, { recursive: true })
  const key = keyFigures(readings)
  const result = {
    extractor: 'rules-2',
    ocr: ocr.name,
    node: process.version,
    samples: countSets(samples),
    types,
    spoilt: { readings: spoilt.length, accepted: fooled },
    key,
    goals: GOALS,
    fields,
    scans,
    fitted,
  }
  await writeFile(path.join(RESULTS, 'extraction.json'), `${JSON.stringify(result, null, 2)}\n`)
  console.log(describeKeyFigures(key))
  if (scanned.length === 0) return
  console.log(describeScanFigures(scans.key))
  const { accepted, wrongOfAccepted, folds } = scans.heldOut
  const chosen = Object.entries(scans.thresholds).map(([field, threshold]) => `${field} ${threshold}`)
  console.log(
    `thresholds chosen on these receipts: ${chosen.join(', ')}; chosen on other shops' receipts (${folds} folds): ` +
      `accepted ${(accepted * 100).toFixed(1)} %, wrong among them ${(wrongOfAccepted * 100).toFixed(1)} %`,
  )
}

function shipped(group: string): unknown {
  return Object.entries(CALIBRATION).find(([name]) => name === group)?.[1]
}

function scoreFields(readings: readonly JudgedReading[]): FieldScore[] {
  const names = [...new Set(readings.map(({ sample, field }) => `${sample.type}.${field}`))].sort()
  return names.map((name) => {
    const [type = '', field = ''] = name.split('.')
    const own = readings.filter((reading) => reading.sample.type === type && reading.field === field)
    return {
      type,
      field,
      documents: own.length,
      found: own.filter(({ raw }) => raw !== null).length,
      right: own.filter(({ right }) => right).length,
      thresholds: scoreThresholds(own),
    }
  })
}

function printField({ type, field, documents, found, right, thresholds }: FieldScore, prefix: string): void {
  const percent = (value: number | null): string => (value === null ? '   –' : `${(value * 100).toFixed(0)} %`).padStart(6)
  console.log(`\n${prefix}${type}.${field}: ${right} right of ${found} found in ${documents} documents`)
  console.log('  threshold  precision  recall  review  wrong accepted')
  for (const { threshold, precision, recall, review, wrongAccepted } of thresholds) {
    console.log(
      `  ${threshold.toFixed(2).padStart(9)}  ${percent(precision).padStart(9)}  ${percent(recall)}  ${percent(review)}  ${percent(wrongAccepted).padStart(14)}`,
    )
  }
}

function scoreTypes(samples: readonly Sample[]): { right: number; documents: number } {
  return { right: samples.filter((sample) => guessType(sample.document).name === sample.type).length, documents: samples.length }
}

interface KeyFigures {
  precision: number
  wrongAccepted: number
  accepted: number
  calibrationError: number
}

/** With every field at the threshold it ships with. */
function keyFigures(readings: readonly JudgedReading[]): KeyFigures {
  const accepted = readings.filter((reading) => reading.raw !== null && reading.confidence >= shippedThreshold(reading))
  const right = accepted.filter((reading) => reading.right).length
  return {
    precision: right / Math.max(1, accepted.length),
    wrongAccepted: (accepted.length - right) / Math.max(1, readings.length),
    accepted: accepted.length / Math.max(1, readings.length),
    calibrationError: calibrationError(readings),
  }
}

type ScanFigures = Record<keyof typeof SCAN_GOALS, number>

/** With every field at the threshold it ships with. */
function scanFigures(readings: readonly JudgedReading[]): ScanFigures {
  const exact = (field: string): number => {
    const own = readings.filter((reading) => reading.field === field)
    return own.filter(({ right }) => right).length / Math.max(1, own.length)
  }
  const accepted = readings.filter((reading) => reading.raw !== null && reading.confidence >= shippedThreshold(reading))
  return {
    total: exact('total'),
    date: exact('date'),
    company: exact('company'),
    address: exact('address'),
    wrongOfAccepted: accepted.filter(({ right }) => !right).length / Math.max(1, accepted.length),
    accepted: accepted.length / Math.max(1, readings.length),
  }
}

function describeScanFigures(key: ScanFigures): string {
  const percent = (value: number): string => `${(value * 100).toFixed(1)} %`
  const atLeast = (name: keyof ScanFigures, words: string): string =>
    `${words} ${percent(key[name])} (goal ${percent(SCAN_GOALS[name])}, ${key[name] >= SCAN_GOALS[name] ? 'ok' : 'short'})`
  const wrong = key.wrongOfAccepted <= SCAN_GOALS.wrongOfAccepted ? 'ok' : 'short'
  return [
    `scanned receipts: ${atLeast('total', 'total')}`,
    atLeast('date', 'date'),
    atLeast('company', 'company'),
    atLeast('address', 'address'),
    atLeast('accepted', 'accepted without a person'),
    `wrong among them ${percent(key.wrongOfAccepted)} (goal ≤ ${percent(SCAN_GOALS.wrongOfAccepted)}, ${wrong})`,
  ].join('; ')
}

function shippedThreshold({ sample, field }: JudgedReading): number {
  const type = sample.type === 'invoice' ? invoice : receipt
  return type.fields.find(({ name }) => name === field)?.threshold ?? 1
}

function describeKeyFigures(key: KeyFigures): string {
  const ok = (reached: boolean): string => (reached ? 'ok' : 'short')
  const percent = (value: number): string => `${(value * 100).toFixed(1)} %`
  return [
    `shipped thresholds: right among accepted ${percent(key.precision)} (goal ${percent(GOALS.precision)}, ${ok(key.precision >= GOALS.precision)})`,
    `wrong accepted ${percent(key.wrongAccepted)} (goal ≤ ${percent(GOALS.wrongAccepted)}, ${ok(key.wrongAccepted <= GOALS.wrongAccepted)})`,
    `accepted without a person ${percent(key.accepted)} (goal ${percent(GOALS.accepted)}, ${ok(key.accepted >= GOALS.accepted)})`,
    `calibration error ${key.calibrationError.toFixed(3)} (goal ≤ ${GOALS.calibrationError}, ${ok(key.calibrationError <= GOALS.calibrationError)})`,
  ].join('; ')
}

function countSets(samples: readonly Sample[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { set } of samples) counts[set] = (counts[set] ?? 0) + 1
  return counts
}

const ocr = createLocalOcr({
  folder: readModelsConfig({ ...process.env, COUNTERSIGN_MODELS: await fetchModels() }).modelFolder('pp-ocr-v4'),
})
try {
  await evaluateExtraction(ocr)
} finally {
  await ocr.close()
}
