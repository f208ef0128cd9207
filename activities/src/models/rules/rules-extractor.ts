import type { ExtractInput, Extractor, FieldValue, Reading } from '../extractor.ts'
import { CALIBRATION } from './calibration.ts'
import { notFound } from './candidate.ts'
import { CEILING, confidenceOf } from './confidence.ts'
import { type RawReading, readFields } from './read-fields.ts'

/** A field that is optional and not found is left out by its author about this often. */
const ABSENT = 0.9

/**
 * Reads fields by rules over text and layout: labels in several languages near values, parsers of numbers and dates, sums that
 * must add up. Needs no model and no network. A value that a reviewer rejected is not proposed again where there is another.
 */
export function createRulesExtractor(): Extractor {
  return {
    name: 'rules-2',
    extract: async (input) => {
      if (input.type.fields.length === 0) return {}
      const found = readFields(input)
      return Object.fromEntries(
        input.type.fields.map((field) => {
          const raw = found[field.name] ?? null
          if (raw === null) return [field.name, notFound(field.optional ? ABSENT : 0, field.optional ? 'not on the document' : 'not found')]
          return [field.name, avoidRejected(withConfidence(raw), rejectedValues(input, field.name))]
        }),
      )
    },
  }
}

function withConfidence(raw: RawReading): Reading {
  const { group, features, ...reading } = raw
  return { ...reading, confidence: confidenceOf(CALIBRATION[group], features) }
}

/** Values that were rejected by somebody who named this field, or named none. */
function rejectedValues(input: ExtractInput, field: string): FieldValue[] {
  const words = field.replace('_', ' ')
  const label = input.type.fields.find(({ name }) => name === field)?.label.toLowerCase() ?? words
  return input.rejected.flatMap((values, index) => {
    const hint = (input.hints[index] ?? '').toLowerCase()
    return hint.includes(words) || hint.includes(label) ? [values[field] ?? null] : []
  })
}

function avoidRejected(reading: Reading, rejected: readonly FieldValue[]): Reading {
  if (!rejected.some((value) => value === reading.value)) return reading
  const others = reading.alternatives.filter(({ value }) => !rejected.includes(value))
  const [next, ...rest] = others
  if (next === undefined)
    return {
      ...reading,
      confidence: Math.min(reading.confidence, 0.2),
      reasons: [...reading.reasons, 'a reviewer rejected it, and nothing else was found'],
    }
  return {
    value: next.value,
    confidence: Math.min(CEILING, reading.confidence) * 0.5,
    evidence: next.evidence,
    reasons: [next.reason, `a reviewer rejected ${String(reading.value)}`],
    alternatives: rest,
  }
}
