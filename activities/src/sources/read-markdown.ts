import { decodeText, encodingProblem } from './decode-text.ts'
import { normaliseText } from './normalise-characters.ts'
import { type OpenSource, singlePage } from './source-page.ts'

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/

/**
 * Markdown, kept as it is but for its front matter: headings are what the text is split by later.
 * The title is the front matter's `title`, else the first heading of level one.
 */
export function readMarkdown(bytes: Uint8Array): OpenSource {
  const decoded = decodeText(bytes)
  const whole = normaliseText(decoded.text)
  const front = FRONT_MATTER.exec(whole)
  const body = front === null ? whole : whole.slice(front[0].length).trimStart()
  const title = titleOf(front?.[1] ?? '') ?? /^#[ \t]+(.+?)[ \t]*#*$/m.exec(body)?.[1] ?? null
  // A file that is nothing but front matter is kept whole: dropping it would lose everything it says.
  return singlePage(body === '' ? whole : body, title, [], encodingProblem(decoded))
}

function titleOf(frontMatter: string): string | null {
  const line = /^title[ \t]*:[ \t]*(.+?)[ \t]*$/im.exec(frontMatter)?.[1]
  return line === undefined ? null : line.replace(/^(["'])(.*)\1$/, '$2')
}
