import { invisibleStyles, odfToMarkdown } from './odf-to-markdown.ts'
import { checkLimit, type OfficeLimits, type OfficePage, OfficeRefusal, type OfficeText } from './office-protocol.ts'
import { type Package, unpack } from './unpack.ts'
import { below, child, type XmlElement } from './xml.ts'

const PARTS = /^(content|styles|meta)\.xml$/

/** An OpenDocument text as one page of Markdown; its headers come before it, its footers after. */
export function readOdt(bytes: Uint8Array, limits: OfficeLimits): OfficeText {
  const parts = unpack(bytes, limits, PARTS)
  const content = contentOf(parts)
  const styles = parts.xml('styles.xml')
  const invisible = invisibleStyles(styles, content)
  const body = odfToMarkdown(bodyOf(content, 'office:text'), invisible)
  const margins = (name: string) => below(styles, name).map((one) => odfToMarkdown(one, invisible))
  const [heads, feet] = [margins('style:header'), margins('style:footer')]
  const blocks = [...unique(heads.flatMap((one) => one.blocks)), ...body.blocks, ...unique(feet.flatMap((one) => one.blocks))]
  const hidden = [...heads, body, ...feet].flatMap((one) => one.hidden)
  return { title: titleOf(parts), pages: [{ text: blocks.join('\n\n'), hidden, pictures: below(content, 'draw:image').length > 0 }] }
}

/** An OpenDocument presentation, a slide a page. */
export function readOdp(bytes: Uint8Array, limits: OfficeLimits): OfficeText {
  const parts = unpack(bytes, limits, PARTS)
  const content = contentOf(parts)
  const invisible = invisibleStyles(parts.xml('styles.xml'), content)
  const slides = below(bodyOf(content, 'office:presentation'), 'draw:page')
  checkLimit('slides', slides.length, limits.pages)
  if (slides.length === 0) throw new OfficeRefusal('Unreadable', 'holds no slides.')
  return { title: titleOf(parts), pages: slides.map((slide, index) => readSlide(slide, index + 1, invisible)) }
}

function readSlide(slide: XmlElement, number: number, invisible: ReadonlySet<string>): OfficePage {
  const frames = Array.from(slide.children)
  const title = frames.find((frame) => frame.getAttribute('presentation:class') === 'title')
  const heading = title === undefined ? '' : odfToMarkdown(title, invisible).blocks.join(' ').replace(/\s+/g, ' ')
  const rest = frames.filter((frame) => frame !== title).map((frame) => odfToMarkdown(frame, invisible))
  const notes = child(slide, 'presentation:notes')
  const spoken = notes === null ? [] : below(notes, 'draw:text-box').flatMap((box) => odfToMarkdown(box, invisible).blocks)
  const blocks = [
    ...(heading === '' ? [] : [`# ${heading}`]),
    ...rest.flatMap((one) => one.blocks),
    ...(spoken.length === 0 ? [] : [`Speaker's notes:\n${spoken.join('\n')}`]),
  ]
  const text = blocks.join('\n\n')
  if (invisible.has(slide.getAttribute('draw:style-name') ?? '')) {
    return { text: '', hidden: [text], problem: `slide ${number} is hidden in the presentation and was left out` }
  }
  const hidden = rest.flatMap((one) => one.hidden)
  return { text, title: heading || undefined, hidden, pictures: below(slide, 'draw:image').length > 0 }
}

function contentOf(parts: Package): XmlElement {
  const content = parts.xml('content.xml')
  if (content === null) throw new OfficeRefusal('Unreadable', 'is damaged: its content is missing.')
  return content
}

function bodyOf(content: XmlElement, kind: string): XmlElement {
  const body = child(child(content, 'office:body'), kind)
  if (body === null) throw new OfficeRefusal('Unreadable', 'is damaged: its content is not what its type says.')
  return body
}

function titleOf(parts: Package): string | null {
  const title = below(parts.xml('meta.xml'), 'dc:title')[0]?.textContent?.trim() ?? ''
  return title === '' ? null : title
}

const unique = (blocks: readonly string[]): string[] => [...new Set(blocks)]
