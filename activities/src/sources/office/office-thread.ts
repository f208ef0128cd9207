import { serveThread } from '../../threads/serve-thread.ts'
import { normaliseText } from '../normalise-characters.ts'
import { checkLimit, type OfficeKind, type OfficeLimits, type OfficeRequest, type OfficeText } from './office-protocol.ts'
import { readCsv } from './read-csv.ts'
import { readDocx } from './read-docx.ts'
import { readEml } from './read-eml.ts'
import { readEpub } from './read-epub.ts'
import { readOdp, readOdt } from './read-odf.ts'
import { readPptx } from './read-pptx.ts'
import { readSheets } from './read-sheets.ts'

type Reader = (bytes: Uint8Array, limits: OfficeLimits) => OfficeText | Promise<OfficeText>

const READERS: Record<OfficeKind, Reader> = {
  docx: readDocx,
  pptx: readPptx,
  xlsx: readSheets,
  ods: readSheets,
  odt: readOdt,
  odp: readOdp,
  epub: readEpub,
  eml: readEml,
  csv: readCsv,
}

/** Of hidden text, so much is kept of a page. */
const HIDDEN_LIMIT = 20_000

serveThread<OfficeRequest, OfficeText>(async ({ kind, bytes, limits }) => {
  const { title, pages } = await READERS[kind](bytes, limits)
  const cleaned = pages.map((page) => ({ ...page, text: normaliseText(page.text), hidden: shorten(page.hidden ?? []) }))
  checkLimit(
    'characters of text',
    cleaned.reduce((sum, { text }) => sum + text.length, 0),
    limits.characters,
  )
  return { value: { title, pages: cleaned } }
})

function shorten(hidden: readonly string[]): string[] {
  let left = HIDDEN_LIMIT
  const kept: string[] = []
  for (const text of hidden.map(normaliseText).filter((one) => one !== '')) {
    if (left <= 0) break
    kept.push(text.length > left ? `${text.slice(0, left)}…` : text)
    left -= text.length
  }
  return kept
}
