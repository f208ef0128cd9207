import type { PageFacts, PageLine } from '@countersign/workflows/contract'

/** A picture of a page as it is stored and shown. */
export interface PagePicture {
  bytes: Uint8Array
  mime: 'image/jpeg' | 'image/png'
}

/** One page as read from a source. `width` and `height` in points (1/72 inch); 0 where a source has no pages of its own. */
export interface SourcePage {
  page: number
  width: number
  height: number
  /** The page's text in reading order, characters normalised. */
  text: string
  /** Lines with their boxes as fractions of the page; empty where the source has no layout. */
  lines: PageLine[]
  picture: PagePicture | null
  /** Something is drawn on the page and none of it is text: what OCR would be needed for. */
  pictureOnly: boolean
  facts: PageFacts
}

/** A file opened for reading. `pages` may be iterated once; `close` frees what was opened and may be called at any time. */
export interface OpenSource {
  title: string | null
  pageCount: number
  pages(): AsyncIterable<SourcePage>
  close(): Promise<void>
}

/** A source without pages of its own, as one page. `hidden`: text in it that nobody sees. `problem`: what is doubtful about it. */
export function singlePage(text: string, title: string | null, hidden: string[] = [], problem?: string): OpenSource {
  const facts: PageFacts = {
    reading: 'text',
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(problem === undefined ? {} : { problem }),
  }
  const page: SourcePage = { page: 1, width: 0, height: 0, text, lines: [], picture: null, pictureOnly: false, facts }
  return {
    title,
    pageCount: 1,
    async *pages() {
      yield page
    },
    close: async () => undefined,
  }
}
