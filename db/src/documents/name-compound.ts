import type { UnreadType } from './file-type.ts'

const SAVE_NEW = 'Open it in Office or LibreOffice, save it in the new format'

/** Streams of an OLE compound file by their names, which stand in UTF-16 in its directory (MS-CFB 2.6.1). The first that is there decides. */
const STREAMS: [string, UnreadType][] = [
  [
    'EncryptedPackage',
    {
      what: 'an Office file that is protected with a password',
      advice: 'Open it in its program, remove the password (File > Info > Protect > Encrypt with Password), save it and send it again.',
      code: 'password_required',
    },
  ],
  ['WordDocument', { what: 'a Word document in the old format (doc)', advice: `${SAVE_NEW} (docx) and send it again.` }],
  ['PowerPoint Document', { what: 'a presentation in the old format (ppt)', advice: `${SAVE_NEW} (pptx) and send it again.` }],
  ['__properties_version1.0', { what: 'an Outlook message (msg)', advice: 'Save it as eml and send it again.' }],
  ['Workbook', { what: 'an Excel workbook in the old format (xls)', advice: `${SAVE_NEW} (xlsx) and send it again.` }],
  ['Book', { what: 'an Excel workbook in the old format (xls)', advice: `${SAVE_NEW} (xlsx) and send it again.` }],
  ['VisioDocument', { what: 'a Visio drawing', advice: 'Save it as PDF and send it again.' }],
]

export function nameCompound(bytes: Uint8Array): UnreadType {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = STREAMS.find(([name]) => file.includes(Buffer.from(`${name}\0`, 'utf16le')))
  return found?.[1] ?? { what: 'an Office file in an old format', advice: `${SAVE_NEW} and send it again.` }
}
