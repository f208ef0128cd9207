import type { DocumentKind } from '@countersign/workflows/contract'
import type { IngestStateType, IngestUpdate, SplitterName } from '../state.ts'

/** Slides and sheets: what stands on one page belongs together. */
const BY_PAGE: ReadonlySet<DocumentKind> = new Set(['pptx', 'odp', 'xlsx', 'ods'])
/** Longer talk is cut by its topics; sentences in between would cost a vector each for nothing. */
const MOST_TOKENS_BY_MEANING = 20_000

/** Chooses how the text is cut, and says why. Only the form of the text counts, never what is written in it. */
export function splitterSelection(state: IngestStateType): IngestUpdate {
  return { splitter: choose(state) }
}

function choose(state: IngestStateType): { name: SplitterName; reason: string } {
  const { kind, complex, pages, segments, total_tokens: tokens, extracted_content: text } = state
  if (kind !== null && BY_PAGE.has(kind) && pages > 1) return { name: 'page', reason: `each of the ${pages} pages is a slide or a sheet` }
  // A `#` in plain text is a comment or a number.
  const headings = kind === 'text' || kind === 'csv' ? 0 : (text.match(/^#{1,6}\s+\S/gm)?.length ?? 0)
  if (complex.length > 0) {
    const counts = (['table', 'code', 'formula'] as const)
      .map((wanted) => ({ wanted, count: complex.filter((block) => block.kind === wanted).length }))
      .filter(({ count }) => count > 0)
    return { name: 'block', reason: `${counts.map(({ wanted, count }) => `${count} × ${wanted}`).join(', ')} to keep whole` }
  }
  if (headings > 0) return { name: 'heading', reason: `${headings} ${headings === 1 ? 'heading' : 'headings'}` }
  const isTalk = segments.length > 0 || kind === 'audio' || kind === 'youtube'
  if (isTalk && tokens <= MOST_TOKENS_BY_MEANING) return { name: 'semantic', reason: 'talk without headings or paragraphs' }
  return { name: 'recursive', reason: 'running text without headings, tables or code' }
}
