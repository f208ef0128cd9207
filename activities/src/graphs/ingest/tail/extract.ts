import type { Field } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { DocumentType } from '../../../document-types/document-type.ts'
import { guessType } from '../../../document-types/guess-type.ts'
import { documentType } from '../../../document-types/index.ts'
import { runContext } from '../../../engine/run-context.ts'
import type { Reading } from '../../../models/extractor.ts'
import type { DocumentText } from '../../../sources/document-text.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { IngestStateType, IngestUpdate, Rejection } from '../state.ts'
import { documentText } from './detect-complex-content.ts'

/** Reads the fields of the document's type, which is guessed where nobody named it. After a rejection the reasons go along. */
export function createExtract(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const { signal } = context
    const document = await documentText(deps, context, loaded(state))
    const type = typeOf(state, document)
    const readings = await deps.extractor.extract({
      type,
      document,
      language: state.language,
      hints: state.rejections.map(({ reason }) => reason),
      rejected: state.rejections.map(({ values }) => values),
      signal,
    })
    const fields = type.fields.map((spec) => fieldOf(deps, type, spec, readings[spec.name]))
    return { documentType: type.name, extraction: { documentType: type.name, extractor: deps.extractor.name, fields } }
  }
}

function typeOf(state: IngestStateType, document: DocumentText): DocumentType {
  const corrected = typeNamedBy(state.rejections.at(-1))
  return documentType(corrected ?? state.documentType ?? guessType(document).name)
}

/** A reviewer may say what the document is: “this is a receipt”, “type: receipt”. */
function typeNamedBy(rejection: Rejection | undefined): string | null {
  const named = /\b(?:is an?|type:?|as an?)\s+(invoice|receipt|generic)\b/i.exec(rejection?.reason ?? '')
  return named?.[1]?.toLowerCase() ?? null
}

function fieldOf(deps: IngestDeps, type: DocumentType, spec: DocumentType['fields'][number], reading: Reading | undefined): Field {
  const threshold = deps.thresholds[`${type.name}.${spec.name}`] ?? deps.thresholds[type.name] ?? spec.threshold
  const nothing: Reading = { value: null, confidence: 0, evidence: [], reasons: ['not read'], alternatives: [] }
  const { value, confidence, evidence, reasons, alternatives } = reading ?? nothing
  return { name: spec.name, label: spec.label, value, confidence, threshold, evidence, reasons, alternatives }
}
