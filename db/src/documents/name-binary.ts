interface Signature {
  /** Hex digits at `offset`. */
  hex: string
  offset?: number
  what: string
}

const SIGNATURES: Signature[] = [
  { hex: '89504e470d0a1a0a', what: 'a picture (PNG)' },
  { hex: 'ffd8ff', what: 'a picture (JPEG)' },
  { hex: '474946383761', what: 'a picture (GIF)' },
  { hex: '474946383961', what: 'a picture (GIF)' },
  { hex: '49492a00', what: 'a picture (TIFF)' },
  { hex: '4d4d002a', what: 'a picture (TIFF)' },
  { hex: '57454250', offset: 8, what: 'a picture (WebP)' },
  { hex: '0000000c6a502020', what: 'a picture (JPEG 2000)' },
  { hex: '00000100', what: 'an icon (ICO)' },
  { hex: '664c6143', what: 'a sound recording (FLAC)' },
  { hex: '57415645', offset: 8, what: 'a sound recording (WAV)' },
  { hex: '494433', what: 'a sound recording (MP3)' },
  { hex: 'fffb', what: 'a sound recording (MP3)' },
  { hex: 'fff3', what: 'a sound recording (MP3)' },
  { hex: '4f676753', what: 'a sound recording (Ogg)' },
  { hex: '41564920', offset: 8, what: 'a film (AVI)' },
  { hex: '1a45dfa3', what: 'a film (Matroska or WebM)' },
  { hex: 'd0cf11e0a1b11ae1', what: 'an Office file in the old format or with a password' },
  { hex: '377abcaf271c', what: 'an archive (7z)' },
  { hex: '526172211a07', what: 'an archive (RAR)' },
  { hex: '1f8b', what: 'a compressed file (gzip)' },
  { hex: '425a68', what: 'a compressed file (bzip2)' },
  { hex: 'fd377a585a00', what: 'a compressed file (xz)' },
  { hex: '28b52ffd', what: 'a compressed file (zstd)' },
  { hex: '7f454c46', what: 'a program (ELF)' },
  { hex: '53514c69746520666f726d6174203300', what: 'a database (SQLite)' },
  { hex: '774f4646', what: 'a font (WOFF)' },
  { hex: '774f4632', what: 'a font (WOFF2)' },
]

/** In this order: texts and slides may carry a workbook inside. */
const ZIP_CONTENTS: [string, string][] = [
  ['word/', 'a Word document (docx)'],
  ['ppt/', 'a PowerPoint presentation (pptx)'],
  ['xl/', 'an Excel workbook (xlsx)'],
  ['application/vnd.oasis.opendocument', 'an OpenDocument file (odt, ods or odp)'],
  ['application/epub+zip', 'an e-book (EPUB)'],
]
const MP4_BRANDS: Record<string, string> = {
  avif: 'a picture (AVIF)',
  heic: 'a picture (HEIC)',
  mif1: 'a picture (HEIC)',
  'M4A ': 'a sound recording (M4A)',
}

/** Names a well-known binary format by its first bytes, as words for a person; null when it is none. */
export function nameBinary(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64))
  const known = SIGNATURES.find(({ hex, offset = 0 }) => head.subarray(offset, offset + hex.length / 2).toString('hex') === hex)
  if (known) return known.what
  if (isZip(head)) return nameZip(bytes)
  if (isBitmap(head)) return 'a picture (BMP)'
  if (head.subarray(4, 8).toString('latin1') === 'ftyp')
    return MP4_BRANDS[head.subarray(8, 12).toString('latin1')] ?? 'a film or recording (MP4)'
  // "MZ" alone could begin a sentence; a program's header has zeros behind it.
  if (head.subarray(0, 2).toString('latin1') === 'MZ' && head.includes(0)) return 'a program (EXE)'
  return null
}

const isZip = (head: Buffer): boolean => ['504b0304', '504b0506', '504b0708'].includes(head.subarray(0, 4).toString('hex'))

/** "BM", then reserved zeros where text would have letters. */
const isBitmap = (head: Buffer): boolean =>
  head.length > 14 && head.subarray(0, 2).toString('latin1') === 'BM' && head.readUInt32LE(6) === 0

function nameZip(bytes: Uint8Array): string {
  // Names of the parts stand uncompressed in the local headers and again in the directory at the end.
  const window = 64 * 1024
  const names = Buffer.concat([bytes.subarray(0, window), bytes.subarray(Math.max(0, bytes.byteLength - window))])
  return ZIP_CONTENTS.find(([sign]) => names.includes(sign))?.[1] ?? 'an archive (ZIP)'
}
