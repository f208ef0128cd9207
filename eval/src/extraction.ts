import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALIBRATION, guessType, invoice, receipt } from '@countersign/activities/evaluation'
import { fitAll, type JudgedReading, judgeReadings } from './judge-readings.ts'
import { loadSamples, type Sample } from './samples.ts'
import { calibrationError, scoreThresholds, type ThresholdScore } from './score-thresholds.ts'

const RESULTS = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'results')
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
async function evaluateExtraction(): Promise<void> {
  const samples = await loadSamples()
  const judged = judgeReadings(samples)
  const readings = judged.filter(({ spoilt }) => !spoilt)
  const spoilt = judged.filter((reading) => reading.spoilt)
  const fields = scoreFields(readings)
  for (const score of fields) printField(score)
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
    extractor: 'rules-1',
    node: process.version,
    samples: countSets(samples),
    types,
    spoilt: { readings: spoilt.length, accepted: fooled },
    key,
    goals: GOALS,
    fields,
    fitted,
  }
  await writeFile(path.join(RESULTS, 'extraction.json'), `${JSON.stringify(result, null, 2)}\n`)
  console.log(describeKeyFigures(key))
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

function printField({ type, field, documents, found, right, thresholds }: FieldScore): void {
  const percent = (value: number | null): string => (value === null ? '   –' : `${(value * 100).toFixed(0)} %`).padStart(6)
  console.log(`\n${type}.${field}: ${right} right of ${found} found in ${documents} documents`)
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

await evaluateExtraction()
