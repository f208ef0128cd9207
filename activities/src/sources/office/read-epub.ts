import { htmlToMarkdown } from '../html-to-markdown.ts'
import { decodeHtml, parseHtml } from '../parse-html.ts'
import { checkLimit, type OfficeLimits, type OfficePage, OfficeRefusal, type OfficeText } from './office-protocol.ts'
import { resolvePath } from './relationships.ts'
import { type Package, unpack } from './unpack.ts'
import { below, type XmlElement } from './xml.ts'

const PARTS = /\.(opf|x?html?|xml)$/i
/** Fonts may be scrambled without the text being locked. */
const FONT_ALGORITHMS = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/

/** An e-book, a file of its reading order a page. Error where its text is locked. */
export function readEpub(bytes: Uint8Array, limits: OfficeLimits): OfficeText {
  const parts = unpack(bytes, limits, PARTS)
  refuseLocked(parts)
  const main = below(parts.xml('META-INF/container.xml'), 'rootfile')[0]?.getAttribute('full-path') ?? ''
  const book = parts.xml(main)
  if (book === null) throw new OfficeRefusal('Unreadable', 'is damaged: its list of chapters is missing.')
  const folder = main.replace(/[^/]*$/, '')
  const paths = new Map(named(book, 'item').map((item) => [item.getAttribute('id'), item.getAttribute('href') ?? '']))
  const chapters = named(book, 'itemref').flatMap((one) => paths.get(one.getAttribute('idref')) ?? [])
  checkLimit('chapters', chapters.length, limits.pages)
  if (chapters.length === 0) throw new OfficeRefusal('Unreadable', 'holds no chapters.')
  const pages = chapters.map((href) => readChapter(parts, resolvePath(folder, href)))
  const title = named(book, 'dc:title')[0]?.textContent?.trim() ?? ''
  return { title: title === '' ? null : title, pages }
}

/** Some books write the prefix of the package's own names. */
const named = (book: XmlElement, name: string): XmlElement[] => below(book, name, `opf:${name}`)

function readChapter(parts: Package, path: string): OfficePage {
  const bytes = parts.bytes(path)
  if (bytes === null) return { text: '', problem: `the chapter ${path} is missing in the book` }
  const document = parseHtml(decodeHtml(bytes))
  const text = htmlToMarkdown(document.documentElement)
  const title = /^#+ (.+)$/m.exec(text)?.[1]
  return { text, title, pictures: document.querySelector('img, svg image') !== null }
}

function refuseLocked(parts: Package): void {
  const methods = below(parts.xml('META-INF/encryption.xml'), 'EncryptionMethod', 'enc:EncryptionMethod')
  const locked = methods.some((method) => !FONT_ALGORITHMS.test(method.getAttribute('Algorithm') ?? ''))
  if (locked) throw new OfficeRefusal('PasswordRequired', 'is an e-book that its seller has locked. Get it without copy protection.')
}
