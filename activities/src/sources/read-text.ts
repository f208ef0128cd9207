import { decodeText, encodingProblem } from './decode-text.ts'
import { normaliseText } from './normalise-characters.ts'
import { type OpenSource, singlePage } from './source-page.ts'

/** Plain text in any encoding, as one page. The title is the file's business, so there is none. */
export function readText(bytes: Uint8Array): OpenSource {
  const decoded = decodeText(bytes)
  return singlePage(normaliseText(decoded.text), null, [], encodingProblem(decoded))
}
