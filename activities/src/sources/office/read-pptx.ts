import { documentTitle } from './document-title.ts'
import { checkLimit, type OfficeLimits, type OfficePage, OfficeRefusal, type OfficeText } from './office-protocol.ts'
import { type Relationship, relationshipsOf } from './relationships.ts'
import { type Box, shapesToMarkdown } from './slide-shapes.ts'
import { type Package, unpack } from './unpack.ts'
import { below, child, childrenOf, isOn, type XmlElement } from './xml.ts'

const PARTS =
  /^(docProps\/core|ppt\/(presentation\d*|commentAuthors|authors|slides\/.*|notesSlides\/.*|charts\/.*|diagrams\/data.*|comments\/.*))\.xml$|\.rels$/i

/** A presentation, a slide a page: title, text, lists, tables, the numbers of charts, speaker's notes and comments. */
export function readPptx(bytes: Uint8Array, limits: OfficeLimits): OfficeText {
  const parts = unpack(bytes, limits, PARTS)
  const main = parts.names.find((name) => /^ppt\/presentation\d*\.xml$/i.test(name)) ?? ''
  const presentation = parts.xml(main)
  const slides = slidesInOrder(parts, presentation, main)
  checkLimit('slides', slides.length, limits.pages)
  if (slides.length === 0) throw new OfficeRefusal('Unreadable', 'holds no slides.')
  const size = child(presentation, 'p:sldSz')
  const slide: Box = { x: 0, y: 0, w: Number(size?.getAttribute('cx') ?? 0), h: Number(size?.getAttribute('cy') ?? 0) }
  return { title: documentTitle(parts), pages: slides.map((name, index) => readSlide(parts, name, index + 1, slide)) }
}

function slidesInOrder(parts: Package, presentation: XmlElement | null, main: string): string[] {
  const related = relationshipsOf(parts, main)
  const ids = below(presentation, 'p:sldId').map((one) => one.getAttribute('r:id'))
  return ids.flatMap((id) => related.find((one) => one.id === id)?.target ?? []).filter((name) => parts.has(name))
}

function readSlide(parts: Package, name: string, number: number, slide: Box): OfficePage {
  const root = readable(() => parts.xml(name))
  if (root === null) return { text: '', problem: `slide ${number} is damaged and was not read` }
  const related = relationshipsOf(parts, name)
  const shapes = shapesToMarkdown(child(child(root, 'p:cSld'), 'p:spTree'), { slide, partOf: (id) => partOf(parts, related, id) })
  const notes = notesOf(parts, related)
  const comments = commentsOf(parts, related)
  const text = [...shapes.blocks, ...notes, ...comments].join('\n\n')
  const pictures = below(root, 'p:pic').length > 0
  // Switched off with this very value; without it a slide is shown.
  if (!isOn(root, 'show')) return { text: '', hidden: [text], problem: `slide ${number} is hidden in the presentation and was left out` }
  return { text, title: shapes.title ?? undefined, hidden: shapes.hidden, pictures }
}

const partOf = (parts: Package, related: readonly Relationship[], id: string | null): XmlElement | null => {
  const target = related.find((one) => one.id === id)?.target
  return target === undefined ? null : readable(() => parts.xml(target))
}

function notesOf(parts: Package, related: readonly Relationship[]): string[] {
  const notes = related.find(({ type }) => type === 'notesSlide')
  const root = notes === undefined ? null : readable(() => parts.xml(notes.target))
  const bodies = below(root, 'p:sp').filter((shape) => below(shape, 'p:ph').some((place) => place.getAttribute('type') === 'body'))
  const text = bodies
    .flatMap((body) => below(body, 'a:p').map(lineOf))
    .join('\n')
    .trim()
  return text === '' ? [] : [`Speaker's notes:\n${text}`]
}

const lineOf = (paragraph: XmlElement): string =>
  below(paragraph, 'a:t')
    .map(({ textContent }) => textContent ?? '')
    .join('')

/** Comments of both generations: `p:cm` with its text in one element, `p188:cm` with paragraphs. */
function commentsOf(parts: Package, related: readonly Relationship[]): string[] {
  const authors = new Map(
    ['ppt/commentAuthors.xml', 'ppt/authors.xml'].flatMap((name) =>
      childrenOf(readable(() => parts.xml(name))).map((one) => [one.getAttribute('id'), one.getAttribute('name')] as const),
    ),
  )
  return related
    .filter(({ type }) => type === 'comments')
    .flatMap(({ target }) =>
      below(
        readable(() => parts.xml(target)),
        'p:cm',
        'p188:cm',
        'p188:reply',
      ),
    )
    .map((comment) => {
      const own = childrenOf(comment).find(({ nodeName }) => nodeName === 'p:text' || nodeName === 'p188:txBody')
      return `Comment (${authors.get(comment.getAttribute('authorId')) ?? 'unknown'}): ${(own?.textContent ?? '').trim()}`
    })
}

/** A part that is no XML spoils itself alone. */
function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof OfficeRefusal) return null
    throw error
  }
}
