import { CountersignError, type DocumentKind } from '@countersign/workflows/contract'

/** What a file is: the kind that it is read as, and its exact media type. */
export interface FileType {
  kind: DocumentKind
  mime: string
}

/** A format that is recognised but not read: its name for a person, and what to do about it. */
export interface UnreadType {
  what: string
  advice?: string
  /** `password_required`: it would be read without its password. */
  code?: 'password_required'
}

export const isRead = (type: FileType | UnreadType): type is FileType => 'kind' in type

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
/** The media type of a kind; of pictures and recordings only their content tells (`detectType`). */
export const mimeOfKind = (kind: DocumentKind): string => MIME[kind]

export const ofKind = (kind: DocumentKind): FileType => ({ kind, mime: MIME[kind] })

const SUPPORTED =
  'Supported are PDF, Word, PowerPoint, Excel and OpenDocument files, EPUB, mail (eml), CSV, HTML, Markdown, plain text, pictures and sound recordings.'

/** Throws `unsupported_type` or `password_required`, with what the file is and what to do. */
export function refuse(name: string, { what, advice, code }: UnreadType): never {
  throw new CountersignError(code ?? 'unsupported_type', `"${name}" is ${what}. ${advice ?? SUPPORTED}`, { name, what })
}
