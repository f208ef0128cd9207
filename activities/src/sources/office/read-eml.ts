import PostalMime, { type Address, type Attachment } from 'postal-mime'
import { htmlToMarkdown } from '../html-to-markdown.ts'
import { parseHtml } from '../parse-html.ts'
import { checkLimit, type OfficeLimits, type OfficeText } from './office-protocol.ts'

/** An mbox puts this line before each mail. */
const MBOX_LINE = /^From [^\r\n]*\r?\n/

/**
 * A mail as one page: who wrote to whom, when and about what, its text, and the names of what is attached, which is not read. Its plain
 * text is taken where it has one, otherwise its HTML.
 */
export async function readEml(bytes: Uint8Array, limits: OfficeLimits): Promise<OfficeText> {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('latin1')
  const mail = await PostalMime.parse(bytes.subarray(MBOX_LINE.exec(start)?.[0].length ?? 0), { attachmentEncoding: 'arraybuffer' })
  checkLimit('attachments', mail.attachments.length, limits.parts)
  const subject = mail.subject?.trim() ?? ''
  const head = [
    ['From', mail.from ? nameOf(mail.from) : ''],
    ['To', namesOf(mail.to)],
    ['Cc', namesOf(mail.cc)],
    ['Date', mail.date ?? ''],
    ['Subject', subject],
  ].flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${value}`]))
  const files = mail.attachments.filter(({ disposition, related }) => disposition === 'attachment' || related !== true)
  const list = files.length === 0 ? [] : [`Attachments:\n${files.map((file) => `- ${describe(file)}`).join('\n')}`]
  const text = [head.join('\n'), bodyOf(mail.text, mail.html), ...list].filter((piece) => piece !== '').join('\n\n')
  const problem = files.length === 0 ? undefined : `what is attached was not read (${files.map(fileName).join(', ')}): send it on its own`
  return { title: subject === '' ? null : subject, pages: [{ text, problem }] }
}

function bodyOf(text: string | undefined, html: string | undefined): string {
  const plain = text?.replace(/\r\n?/g, '\n').trim() ?? ''
  if (plain !== '' || html === undefined) return plain
  return htmlToMarkdown(parseHtml(html).documentElement)
}

const namesOf = (addresses: readonly Address[] = []): string => addresses.map(nameOf).join(', ')

function nameOf({ name, address, group }: Address): string {
  if (group !== undefined) return `${name}: ${group.map(nameOf).join(', ')}`
  return name === '' || name === address ? (address ?? '') : `${name} <${address ?? ''}>`
}

const fileName = ({ filename, mimeType }: Attachment): string => filename ?? `unnamed ${mimeType}`

function describe(file: Attachment): string {
  const bytes = typeof file.content === 'string' ? file.content.length : file.content.byteLength
  return `${fileName(file)} (${file.mimeType}, ${Math.max(1, Math.round(bytes / 1000))} kB)`
}
