import {
  CountersignError,
  type Field,
  type ResumeValue,
  type ReviewRequest,
  resumeValueSchema,
  reviewRequest,
  said,
} from '@countersign/workflows/contract'
import { interrupt } from '@langchain/langgraph'
import { z } from 'zod'
import { documentType } from '../../../document-types/index.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'
import { doubtfulFields, valuesOf } from './field-doubts.ts'

/**
 * Asks a person. Approve takes the reading as it is, edit takes the person's values and the places
 * they were found at (asking again where the values don't fit the type's schema), reject sends it back to be read again. Error `redo_limit` once it was sent back too often.
 */
export function createHumanReview(deps: Pick<IngestDeps, 'maxRedos'>) {
  return (state: IngestStateType): IngestUpdate => {
    let problem: string | null = null
    for (;;) {
      const answer = resumeValueSchema.parse(interrupt(requestFor(state, problem)))
      if (answer.verb === 'approve') return { vetted: 'person', doubts: [] }
      if (answer.verb === 'reject') return sendBack(deps, state, answer)
      const edited = z.record(z.string(), z.json()).safeParse(answer.value)
      const checked = documentType(state.extraction.documentType).schema.safeParse({ ...valuesOf(state.extraction), ...edited.data })
      if (answer.verb === 'edit' && edited.success && checked.success) return takeEdit(state, checked.data, answer)
      problem = checked.error === undefined ? `“${answer.verb}” is no answer to this` : z.prettifyError(checked.error)
    }
  }
}

function sendBack(deps: Pick<IngestDeps, 'maxRedos'>, state: IngestStateType, answer: ResumeValue): IngestUpdate {
  const reason = answer.reason ?? ''
  if (state.rejections.length >= deps.maxRedos) {
    throw new CountersignError(
      'redo_limit',
      `${state.name} was sent back ${state.rejections.length + 1} times, last by ${answer.by}: “${reason}”. Correct its fields in the state and go on, or abort.`,
      { document: state.document },
    )
  }
  return { vetted: 'none', rejections: [{ reason, by: answer.by, values: valuesOf(state.extraction) }] }
}

function takeEdit(state: IngestStateType, values: Record<string, unknown>, { by, evidence = {} }: ResumeValue): IngestUpdate {
  const fields = state.extraction.fields.map((field): Field => {
    const value = z
      .json()
      .nullable()
      .parse(values[field.name] ?? null)
    const marked = evidence[field.name]
    if (value === field.value) return marked ? { ...field, evidence: marked } : field
    const before = field.value === null ? [] : [{ value: field.value, reason: 'read by the machine', evidence: field.evidence }]
    return {
      ...field,
      value,
      confidence: 1,
      evidence: marked ?? [],
      reasons: [`edited by ${by}`],
      alternatives: [...before, ...(field.alternatives ?? [])],
    }
  })
  return { vetted: 'person', doubts: [], extraction: { ...state.extraction, fields } }
}

function requestFor(state: IngestStateType, problem: string | null): ReviewRequest {
  const { extraction } = state
  const type = documentType(extraction.documentType)
  const doubtful = doubtfulFields(extraction)
  const about = { documentType: type.name, type: type.title, subject: subjectOf(state) }
  const title =
    doubtful.length === 0 ? said('title.doubtfulText', about) : said('title.doubtfulFields', { ...about, count: doubtful.length })
  const redone = state.rejections.length === 0 ? [] : [`read again after “${state.rejections.at(-1)?.reason}”`]
  const refused = problem === null ? [] : [`the last edit was refused: ${problem}`]
  return reviewRequest({
    kind: 'extraction',
    title: title.english.slice(0, 300),
    titleSays: title.says,
    reason: [...refused, ...state.doubts, ...redone].join('; ').slice(0, 2000),
    verbs: type.fields.length === 0 ? ['approve', 'reject'] : ['approve', 'reject', 'edit'],
    proposal: valuesOf(extraction),
    schema: z.record(z.string(), z.json()).parse(z.toJSONSchema(type.schema)),
    fields: extraction.fields,
    document: state.document ?? undefined,
    documentType: type.name,
  })
}

/** Whom the document is from, else what it is called. */
function subjectOf(state: IngestStateType): string {
  const { issuer, company } = valuesOf(state.extraction)
  const party = issuer ?? company
  return (typeof party === 'string' && party !== '' ? party : (state.title ?? state.name)).slice(0, 120)
}
