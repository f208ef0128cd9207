import type { PageRow } from '@countersign/db'
import { CountersignError, type Field } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import { cropEvidence } from '../../../review/crop-evidence.ts'
import { describeFailed } from '../describe-failed.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import { pageFactsOf, pagesOf } from '../revision-pages.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'
import { doubtfulFields } from './field-doubts.ts'
import { unsureLines } from './unsure-lines.ts'

const GOOD_TEXT = 0.7

/**
 * Decides whether a person must look, and why: doubtful fields, text that looks garbled, parts that could not be read, what the readers
 * said of single pages. Cuts pictures of
 * the doubtful places. Error `no_text` where nothing readable is left to decide on.
 */
export function createQualityCheck(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const { tenant } = context
    const { document, hash, extraction } = loaded(state)
    if (state.quality.letters === 0)
      throw new CountersignError('no_text', `${state.name} holds no text: ${state.quality.problems.join('; ')}.`, { document })
    const doubtful = doubtfulFields(extraction)
    const revision = { document, hash }
    const pages = await pageFactsOf(deps, context, revision)
    // Only what was heard says of single lines how sure it is of them.
    const unsure = state.kind === 'audio' ? unsureLines(await pagesOf(deps, context, revision)) : null
    const doubts = [...doubtful.map(fieldDoubt), ...textDoubts(state), ...pageDoubts(state, pages), ...(unsure === null ? [] : [unsure])]
    if (doubtful.length === 0) return { doubts }
    const wanted = new Set(doubtful.map(({ name }) => name))
    return { doubts, extraction: { ...extraction, fields: await cropEvidence(deps, { tenant, pages, fields: extraction.fields, wanted }) } }
  }
}

function fieldDoubt(field: Field): string {
  return field.value === null ? `${field.name} not found` : `${field.name} ${field.confidence.toFixed(2)} < ${field.threshold.toFixed(2)}`
}

function textDoubts(state: IngestStateType): string[] {
  const doubts = state.quality.score < GOOD_TEXT ? [`the text looks garbled: ${state.quality.problems.join('; ')}`] : []
  const failed = describeFailed(state.input_type, state.failed)
  return failed === null ? doubts : [...doubts, failed]
}

const MOST_TOLD = 3
/** Characters: a maker's white mark in the foot of a page is no reason to look. */
const SHORT_HIDDEN = 60

/** What the readers said of pages that they could read, and text in a PDF that nobody sees: somebody hid it. */
function pageDoubts({ kind, failed, pages: count }: IngestStateType, pages: readonly Pick<PageRow, 'page' | 'facts'>[]): string[] {
  const lost = new Set(failed.map(({ part }) => part))
  const where = (page: number): string => (count > 1 ? `page ${page}: ` : '')
  const told = pages.flatMap(({ page, facts }) => {
    if (facts.problem === undefined || facts.reading === 'failed' || lost.has(page)) return []
    return [`${where(page)}${facts.problem.replace(/\.$/, '')}`]
  })
  const hiding =
    kind === 'pdf' ? pages.filter(({ facts }) => (facts.hidden ?? []).join(' ').length > SHORT_HIDDEN).map(({ page }) => page) : []
  const more = told.length > MOST_TOLD ? [`and ${told.length - MOST_TOLD} more pages like these`] : []
  const hidden = hiding.length === 0 ? [] : [`text that nobody can see was kept apart (page ${hiding.slice(0, MOST_TOLD).join(', ')})`]
  return [...told.slice(0, MOST_TOLD), ...more, ...hidden]
}
