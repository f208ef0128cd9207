import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { type RunContext, runContext } from '../../../engine/run-context.ts'
import { estimateTokens } from '../../../retrieval/estimate-tokens.ts'
import { findComplexBlocks } from '../../../sources/complex-content.ts'
import { detectLanguage } from '../../../sources/detect-language.ts'
import { assembleText, type DocumentText, type TextLine } from '../../../sources/document-text.ts'
import { textQuality } from '../../../sources/text-quality.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { type LoadedState, loaded } from '../loaded-state.ts'
import { pagesOf } from '../revision-pages.ts'
import type { IngestStateType, IngestUpdate, Segment } from '../state.ts'

/**
 * Makes one text of what a branch has read, without running heads: finds its tables, code and formulas, tells its language and how
 * readable it is. Error `no_text` where a branch has come to nothing.
 */
export function createDetectComplexContent(deps: Pick<IngestDeps, 'db'>) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { text, pageStarts, lines } = await documentText(deps, runContext(config), loaded(state))
    if (!/[\p{L}\p{N}]/u.test(text)) {
      throw new CountersignError('no_text', `${state.name} holds no text: there is no letter or digit in it.`, { document: state.document })
    }
    const complex = findComplexBlocks(text)
    return {
      extracted_content: text,
      pageStarts,
      language: state.language ?? (await detectLanguage(text)),
      quality: textQuality(text),
      has_complex_content: complex.length > 0,
      complex,
      segments: segmentsOf(lines),
      total_tokens: estimateTokens(text),
    }
  }
}

/** The document's text with its lines, as every node sees it. */
export async function documentText(
  deps: Pick<IngestDeps, 'db'>,
  context: RunContext,
  { document, hash }: LoadedState,
): Promise<DocumentText> {
  return assembleText(await pagesOf(deps, context, { document, hash }))
}

const segmentsOf = (lines: readonly TextLine[]): Segment[] =>
  lines.flatMap(({ start, end, time }) => (time === undefined ? [] : [{ start, end, ...time }]))
