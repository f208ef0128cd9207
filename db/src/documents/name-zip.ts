import { strFromU8, unzipSync } from 'fflate'
import { type FileType, ofKind, type UnreadType } from './file-type.ts'

/** The part that makes a zip a document of its kind; by this order, since texts and slides may carry a workbook inside. */
const PARTS: [RegExp, FileType | UnreadType][] = [
  [/^word\/document\d*\.xml$/i, ofKind('docx')],
  [/^ppt\/presentation\d*\.xml$/i, ofKind('pptx')],
  [/^xl\/workbook\d*\.xml$/i, ofKind('xlsx')],
  [/^xl\/workbook\d*\.bin$/i, { what: 'an Excel workbook in the binary format (xlsb)', advice: 'Save it as xlsx and send it again.' }],
  [/^META-INF\/container\.xml$/, ofKind('epub')],
  [
    /^(word|ppt|xl)\//i,
    { what: 'an Office file whose main part is missing', advice: 'Open it in its program, save it again and send that.' },
  ],
  [/^visio\//i, { what: 'a Visio drawing', advice: 'Save it as PDF and send it again.' }],
  [
    /^Index\/Document\.iwa$/,
    { what: 'a document of Pages, Numbers or Keynote', advice: 'Export it as docx, xlsx, pptx or PDF and send that.' },
  ],
]

/** The types of the `mimetype` that OpenDocument and EPUB files begin with. */
const MIMETYPES: Record<string, FileType> = {
  'application/vnd.oasis.opendocument.text': ofKind('odt'),
  'application/vnd.oasis.opendocument.text-template': ofKind('odt'),
  'application/vnd.oasis.opendocument.spreadsheet': ofKind('ods'),
  'application/vnd.oasis.opendocument.spreadsheet-template': ofKind('ods'),
  'application/vnd.oasis.opendocument.presentation': ofKind('odp'),
  'application/vnd.oasis.opendocument.presentation-template': ofKind('odp'),
  'application/epub+zip': ofKind('epub'),
}

const ARCHIVE: UnreadType = { what: 'an archive (ZIP)', advice: 'Unpack it and send the files in it.' }
const LOCKED: UnreadType = {
  what: 'protected with a password',
  advice: 'Open it in its program, save it without the password and send it again.',
  code: 'password_required',
}
const DAMAGED: UnreadType = {
  what: 'a damaged Office file or archive (ZIP): its list of contents cannot be read',
  advice: 'Send it again, whole; if that does not help, open it in its program and save it anew.',
}
/** Larger than any `mimetype` or manifest: nothing larger is unpacked to look at it. */
const LOOK_BYTES = 1_000_000

/** What a zip holds, by the list of its contents, which needs no unpacking. */
export function nameZip(bytes: Uint8Array): FileType | UnreadType {
  const names: string[] = []
  let small: Record<string, Uint8Array>
  try {
    small = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.push(name)
        return /^(mimetype|META-INF\/manifest\.xml)$/.test(name) && originalSize < LOOK_BYTES
      },
    })
  } catch {
    return DAMAGED
  }
  const textOf = (name: string): string => (small[name] === undefined ? '' : strFromU8(small[name]))
  const declared = MIMETYPES[textOf('mimetype').trim()]
  if (declared !== undefined) return textOf('META-INF/manifest.xml').includes('encryption-data') ? LOCKED : declared
  if (textOf('mimetype').startsWith('application/vnd.oasis.'))
    return { what: 'an OpenDocument file that is no text, sheet or presentation' }
  return PARTS.find(([pattern]) => names.some((name) => pattern.test(name.replaceAll('\\', '/'))))?.[1] ?? ARCHIVE
}
