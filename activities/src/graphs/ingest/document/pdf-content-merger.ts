import { CountersignError } from '@countersign/workflows/contract'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/**
 * Puts together what the windows read. The pages lie in the database by their numbers, in order whatever came first; what is left is to
 * say whether there is enough of them. Errors: the first page's where no page could be read, `no_text` where nothing is written on them.
 */
export async function pdfContentMerger({ read_windows, failed, name, document }: IngestStateType): Promise<IngestUpdate> {
  const letters = read_windows.reduce((sum, window) => sum + window.letters, 0)
  if (letters > 0) return {}
  const [first] = failed
  if (first === undefined) {
    throw new CountersignError('no_text', `${name} holds no text: nothing is written on its pages. Check how the file was made.`, {
      document,
    })
  }
  const pages = failed.map(({ part }) => part)
  throw new CountersignError(first.code, `No page of ${name} could be read. Page ${first.part}: ${first.message}`, { document, pages })
}
