import { CountersignError, type DocumentKind } from '@countersign/workflows/contract'
import { nameBinary } from './name-binary.ts'
import { sampleText } from './sample-text.ts'

const SUPPORTED = 'Supported are PDF, plain text, Markdown and HTML.'
/** Acrobat itself looks this far for the header and the end mark. */
const PDF_WINDOW = 1024

/**
 * What a file is, by its content. The name only settles what content cannot: Markdown or plain text.
 * Throws CountersignError `empty_file` for no bytes, `unsupported_type` (saying what it is) for anything else than
 * PDF, text in any usual encoding, Markdown and HTML.
 */
export function detectKind(bytes: Uint8Array, name: string): DocumentKind {
  if (bytes.byteLength === 0) throw new CountersignError('empty_file', `"${name}" is empty (0 bytes).`, { name })
  if (isPdf(bytes)) return 'pdf'
  const binary = nameBinary(bytes)
  if (binary !== null) throw unsupported(name, binary)
  const text = sampleText(bytes)
  if (text === null) throw unsupported(name, 'a binary file of an unknown kind')
  return kindOfText(text, name)
}

const MIME: Record<DocumentKind, string> = {
  pdf: 'application/pdf',
  text: 'text/plain',
  markdown: 'text/markdown',
  html: 'text/html',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
  eml: 'message/rfc822',
  csv: 'text/csv',
  image: 'application/octet-stream',
  audio: 'application/octet-stream',
  youtube: 'application/json',
  website: 'application/json',
}
export const mimeOfKind = (kind: DocumentKind): string => MIME[kind]

function unsupported(name: string, what: string): CountersignError {
  return new CountersignError('unsupported_type', `"${name}" is ${what}. ${SUPPORTED}`, { name, what })
}

/** By its header, or, where that was lost, by an object at the start and the trailer at the end: readers open those too. */
function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, PDF_WINDOW)).toString('latin1')
  if (head.includes('%PDF-')) return true
  const tail = Buffer.from(bytes.subarray(Math.max(0, bytes.byteLength - PDF_WINDOW))).toString('latin1')
  return /\d+ \d+ obj\b/.test(head) && /startxref\s+\d+\s+%%EOF\s*$/.test(tail)
}

const PROLOGUE = /^(\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->)*/
const HTML_DOCUMENT = /^<(!doctype\s+html|html|head|body|title|meta)\b/i
const HTML_FRAGMENT =
  /^<(a|article|aside|b|blockquote|center|div|dl|em|figure|font|footer|form|h[1-6]|header|hr|i|img|link|main|nav|ol|p|pre|script|section|span|strong|style|table|ul)\b[^>]*>/i

function kindOfText(text: string, name: string): DocumentKind {
  const start = text.replace(PROLOGUE, '')
  if (HTML_DOCUMENT.test(start)) return 'html'
  if (/^<svg\b/i.test(start)) throw unsupported(name, 'a picture (SVG)')
  if (start.startsWith('{\\rtf')) throw unsupported(name, 'a rich-text document (RTF)')
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (extension === 'md' || extension === 'markdown') return 'markdown'
  if (HTML_FRAGMENT.test(start)) return 'html'
  const plain = extension !== undefined && ['txt', 'text', 'log', 'csv', 'tsv', 'eml', 'json', 'xml', 'yaml', 'yml'].includes(extension)
  return !plain && looksLikeMarkdown(text) ? 'markdown' : 'text'
}

const MARKDOWN_SIGNS = [
  /^#{1,6} \S/m,
  /^```/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /^\|?\s*:?-{3,}:?\s*\|/m,
  /\*\*[^*\n]+\*\*/,
  /^\s*[-*+] \S.*\n\s*[-*+] \S/m,
]

/** One sign alone also occurs in plain text: a `#` comment, a list. */
function looksLikeMarkdown(text: string): boolean {
  return MARKDOWN_SIGNS.filter((sign) => sign.test(text)).length >= 2
}
