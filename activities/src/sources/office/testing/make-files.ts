import { strToU8, zipSync } from 'fflate'

/** A zip of these texts, by their paths. */
export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content])),
  )
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** A Word document with this body, and parts beside it. */
export const docx = (body: string, parts: Record<string, string> = {}): Uint8Array =>
  zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': `<w:document ${WORD}><w:body>${body}</w:body></w:document>`, ...parts })

export const wordPart = (name: 'hdr' | 'ftr', body: string): string => `<w:${name} ${WORD}>${body}</w:${name}>`

const SLIDE_NAMES =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const SLIDE_TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide'

/** A presentation of 1,000 by 1,000 units with these slides: the attributes of each, and its shapes. */
export function pptx(slides: readonly { attributes?: string; shapes: string }[]): Uint8Array {
  const numbers = slides.map((_, index) => index + 1)
  const list = numbers.map((n) => `<p:sldId id="${255 + n}" r:id="rId${n}"/>`).join('')
  const relations = numbers.map((n) => `<Relationship Id="rId${n}" Type="${SLIDE_TYPE}" Target="slides/slide${n}.xml"/>`).join('')
  return zipOf({
    'ppt/presentation.xml': `<p:presentation ${SLIDE_NAMES}><p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="1000" cy="1000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${relations}</Relationships>`,
    ...Object.fromEntries(
      slides.map(({ attributes = '', shapes }, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        `<p:sld ${SLIDE_NAMES} ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  })
}

export const shape = (text: string, { x = 0, y = 0, concealed = false, size = 1800 } = {}): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="a"${concealed ? ' hidden="1"' : ''}/></p:nvSpPr>
   <p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="100" cy="100"/></a:xfrm></p:spPr>
   <p:txBody><a:p><a:r><a:rPr sz="${size}"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`

const ODF_NAMES = ['office', 'text', 'table', 'draw', 'presentation', 'style'].map((name) => `xmlns:${name}="urn:${name}"`).join(' ')

/** An OpenDocument file: its automatic styles and its body. */
export const odf = (kind: 'text' | 'presentation', body: string, styles = ''): Uint8Array =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${ODF_NAMES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  })

/** An e-book with these chapters, and parts beside them. */
export function epub(chapters: readonly string[], parts: Record<string, string> = {}): Uint8Array {
  const items = chapters.map((_, at) => `<item id="c${at}" href="text/c%20${at}.xhtml" media-type="application/xhtml+xml"/>`).join('')
  const spine = chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package xmlns:dc="d"><metadata><dc:title>On Bells</dc:title></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ...Object.fromEntries(chapters.map((chapter, at) => [`OEBPS/text/c ${at}.xhtml`, `<html><body>${chapter}</body></html>`])),
    ...parts,
  })
}
