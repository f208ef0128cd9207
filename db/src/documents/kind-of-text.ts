import { type FileType, ofKind, type UnreadType } from './file-type.ts'

const PROLOGUE = /^(\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->)*/
const HTML_DOCUMENT = /^<(!doctype\s+html|html|head|body|title|meta)\b/i
const HTML_FRAGMENT =
  /^<(a|article|aside|b|blockquote|center|div|dl|em|figure|font|footer|form|h[1-6]|header|hr|i|img|link|main|nav|ol|p|pre|script|section|span|strong|style|table|ul)\b[^>]*>/i
const PLAIN = ['txt', 'text', 'log', 'json', 'xml', 'yaml', 'yml']

/** Which kind of text a sample is. Its structure decides before its name; between tables, Markdown and plain text the name does. */
export function kindOfText(text: string, name: string): FileType | UnreadType {
  const start = text.replace(PROLOGUE, '')
  if (HTML_DOCUMENT.test(start)) return ofKind('html')
  if (/^<svg\b/i.test(start)) return { what: 'a picture (SVG)', advice: 'Save it as PNG and send it again.' }
  if (start.startsWith('{\\rtf')) return { what: 'a rich-text document (RTF)', advice: 'Save it as docx or PDF and send it again.' }
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (looksLikeMail(text, extension)) return ofKind('eml')
  if (extension === 'csv' || extension === 'tsv') return ofKind('csv')
  if (extension === 'md' || extension === 'markdown') return ofKind('markdown')
  if (HTML_FRAGMENT.test(start)) return ofKind('html')
  if (PLAIN.includes(extension)) return ofKind('text')
  if (looksLikeMarkdown(text)) return ofKind('markdown')
  return ofKind(looksLikeTable(text) ? 'csv' : 'text')
}

/** Header lines of a mail, folded ones included, and the empty line that ends them; an mbox's line may stand before. */
const MAIL_HEAD = /^(?:From .*\r?\n)?((?:[A-Za-z][A-Za-z0-9-]*:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2,})(?:\r?\n|$)/
/** Nobody types these. */
const MACHINE_HEADERS = /^(message-id|mime-version|received|return-path|delivered-to|content-type|dkim-signature):/im

function looksLikeMail(text: string, extension: string): boolean {
  const head = MAIL_HEAD.exec(text.trimStart())?.[1] ?? ''
  if (!/^(from|sender|received|return-path):/im.test(head)) return false
  return MACHINE_HEADERS.test(head) || (extension === 'eml' && /^(to|subject|date):/im.test(head))
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

/** So many lines in a row with the same number of a separator are no accident. */
const ENOUGH_ROWS = 4

/** Every line has the same number of tabs, or of semicolons, commas or bars (two at least: prose has one now and then). */
function looksLikeTable(text: string): boolean {
  // The last line of a sample may be cut.
  const lines = text.split(/\r?\n/).slice(0, 50).slice(0, -1)
  if (lines.length < ENOUGH_ROWS || lines.some((line) => line.startsWith('|'))) return false
  return ['\t', ';', ',', '|'].some((separator) => {
    const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(separator).length - 1)
    return (counts[0] ?? 0) >= (separator === '\t' ? 1 : 2) && counts.every((count) => count === counts[0])
  })
}
