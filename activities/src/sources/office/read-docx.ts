import { strToU8, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { htmlToMarkdown } from '../html-to-markdown.ts'
import { parseHtml } from '../parse-html.ts'
import { documentTitle } from './document-title.ts'
import { type OfficeLimits, OfficeRefusal, type OfficeText } from './office-protocol.ts'
import { prepareDocx } from './prepare-docx.ts'
import { type Package, unpack } from './unpack.ts'
import { below, type XmlElement } from './xml.ts'

const PARTS = /\.(xml|rels)$/i
const MAIN = /^word\/(document|footnotes|endnotes|comments)\d*\.xml$/i

/** From a note or comment to where it is referred to. */
const BACK_LINK = /\s*<a href="#[^"]*">↑<\/a>/g
/** A list may go on with the numbers of one before, which is not told: no number is better than a wrong one. Notes do count from one. */
const LIST = /<ol>(?!<li id="(?:foot|end)note)/g

/** Styles that mean something; the others keep their text. */
const STYLES = [
  'comment-reference => sup',
  "p[style-name='Source Code'] => pre > code:separator('\\n')",
  "p[style-name='Code'] => pre > code:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre > code:separator('\\n')",
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
]

/**
 * A Word document as one page of Markdown: headings, lists, tables, notes, comments, equations as LaTeX; what stands in its headers comes
 * before, what stands in its footers after.
 */
export async function readDocx(bytes: Uint8Array, limits: OfficeLimits): Promise<OfficeText> {
  const parts = unpack(bytes, limits, PARTS)
  const hidden: string[] = []
  const files = { ...parts.files }
  for (const name of parts.names.filter((one) => MAIN.test(one))) {
    const root = parts.xml(name)
    if (root === null) continue
    hidden.push(...prepareDocx(root))
    files[name] = strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${root}`)
  }
  const body = await toMarkdown(files)
  const [head, foot] = [marginText(parts, /^word\/header\d*\.xml$/i, hidden), marginText(parts, /^word\/footer\d*\.xml$/i, hidden)]
  const text = [head, body, foot].filter((piece) => piece !== '').join('\n\n')
  const pictures = below(parts.xml('word/document.xml'), 'w:drawing', 'w:pict').length > 0
  return { title: documentTitle(parts), pages: [{ text, hidden, pictures }] }
}

async function toMarkdown(files: Record<string, Uint8Array>): Promise<string> {
  // Packed again without compressing: it cannot unpack to more than it is.
  const buffer = Buffer.from(zipSync(files, { level: 0 }))
  // Pictures were left behind; what refers to them is passed over.
  const options = { styleMap: STYLES, externalFileAccess: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) }
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, options)
    return htmlToMarkdown(parseHtml(value.replace(BACK_LINK, '').replace(LIST, '<ul>')).documentElement)
  } catch (error) {
    throw new OfficeRefusal('Unreadable', `is damaged: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}.`)
  }
}

/** The paragraphs of all headers, or all footers, each once; what has no letter is a page's number. */
function marginText(parts: Package, pattern: RegExp, hidden: string[]): string {
  const lines = parts.names
    .filter((name) => pattern.test(name))
    .flatMap((name) => {
      const root = parts.xml(name)
      if (root === null) return []
      hidden.push(...prepareDocx(root))
      return below(root, 'w:p').map(paragraphText)
    })
  return [...new Set(lines.filter((line) => line !== '' && !/^[^\p{L}]*$/u.test(line)))].join('\n')
}

/** Without page numbers and other fields, whose last value is on paper only. */
function paragraphText(paragraph: XmlElement): string {
  return below(paragraph, 'w:t', 'w:tab')
    .map(({ nodeName, textContent }) => (nodeName === 'w:tab' ? ' ' : (textContent ?? '')))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}
