import type { FileType, UnreadType } from './file-type.ts'
import { nameCompound } from './name-compound.ts'
import { nameMp4 } from './name-mp4.ts'
import { nameZip } from './name-zip.ts'

interface Signature {
  /** Hex digits at `offset`. */
  hex: string
  offset?: number
  is: FileType | UnreadType
}

const image = (mime: string): FileType => ({ kind: 'image', mime })
const audio = (mime: string): FileType => ({ kind: 'audio', mime })
const picture = (format: string): UnreadType => ({ what: `a picture (${format})`, advice: 'Save it as PNG or JPEG and send it again.' })
const sound = (format: string): UnreadType => ({
  what: `a sound recording (${format})`,
  advice: 'Save it as MP3, M4A, FLAC, Ogg or WAV and send it again.',
})
const film = (format: string): UnreadType => ({
  what: `a film (${format})`,
  advice: 'Films are not read: send its sound as MP3, M4A or WAV.',
})
const packed = (what: string): UnreadType => ({ what, advice: 'Unpack it and send the files in it.' })

const SIGNATURES: Signature[] = [
  { hex: '89504e470d0a1a0a', is: image('image/png') },
  { hex: 'ffd8ff', is: image('image/jpeg') },
  { hex: '474946383761', is: image('image/gif') },
  { hex: '474946383961', is: image('image/gif') },
  { hex: '49492a00', is: image('image/tiff') },
  { hex: '4d4d002a', is: image('image/tiff') },
  { hex: '57454250', offset: 8, is: image('image/webp') },
  { hex: '0000000c6a502020', is: picture('JPEG 2000') },
  { hex: '00000100', is: picture('ICO') },
  { hex: '38425053', is: picture('Photoshop') },
  { hex: '664c6143', is: audio('audio/flac') },
  { hex: '57415645', offset: 8, is: audio('audio/wav') },
  { hex: '494433', is: audio('audio/mpeg') },
  { hex: 'fffb', is: audio('audio/mpeg') },
  { hex: 'fffa', is: audio('audio/mpeg') },
  { hex: 'fff3', is: audio('audio/mpeg') },
  { hex: 'fff2', is: audio('audio/mpeg') },
  { hex: 'fff1', is: sound('AAC') },
  { hex: 'fff9', is: sound('AAC') },
  { hex: '2321414d52', is: sound('AMR') },
  { hex: '41494646', offset: 8, is: sound('AIFF') },
  { hex: '41564920', offset: 8, is: film('AVI') },
  { hex: '1a45dfa3', is: film('Matroska or WebM') },
  { hex: '3026b2758e66cf11', is: film('Windows Media') },
  { hex: '000001ba', is: film('MPEG') },
  { hex: '464c5601', is: film('Flash') },
  { hex: '377abcaf271c', is: packed('an archive (7z)') },
  { hex: '526172211a07', is: packed('an archive (RAR)') },
  { hex: '1f8b', is: packed('a compressed file (gzip)') },
  { hex: '425a68', is: packed('a compressed file (bzip2)') },
  { hex: 'fd377a585a00', is: packed('a compressed file (xz)') },
  { hex: '28b52ffd', is: packed('a compressed file (zstd)') },
  { hex: '7573746172', offset: 257, is: packed('an archive (tar)') },
  { hex: '7f454c46', is: { what: 'a program (ELF)' } },
  { hex: '53514c69746520666f726d6174203300', is: { what: 'a database (SQLite)' } },
  { hex: '774f4646', is: { what: 'a font (WOFF)' } },
  { hex: '774f4632', is: { what: 'a font (WOFF2)' } },
]

/** Knows a binary format by its content; null when it is none of the well-known ones. */
export function nameBinary(bytes: Uint8Array): FileType | UnreadType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512))
  const known = SIGNATURES.find(({ hex, offset = 0 }) => head.subarray(offset, offset + hex.length / 2).toString('hex') === hex)
  if (known) return known.is
  const start = head.subarray(0, 8).toString('hex')
  if (start === 'd0cf11e0a1b11ae1') return nameCompound(bytes)
  if (['504b0304', '504b0506', '504b0708'].includes(start.slice(0, 8))) return nameZip(bytes)
  if (start.startsWith('4f676753')) return nameOgg(head)
  if (isBitmap(head)) return image('image/bmp')
  if (head.subarray(4, 8).toString('latin1') === 'ftyp') return nameMp4(bytes)
  // "MZ" alone could begin a sentence; a program's header has zeros behind it.
  if (head.subarray(0, 2).toString('latin1') === 'MZ' && head.includes(0)) return { what: 'a program (EXE)' }
  return null
}

/** Ogg is a container: what its first stream is stands in the first page. */
function nameOgg(head: Buffer): FileType | UnreadType {
  return head.includes('\x80theora', 0, 'latin1') ? film('Ogg Theora') : audio('audio/ogg')
}

/** "BM", then reserved zeros where text would have letters. */
const isBitmap = (head: Buffer): boolean =>
  head.length > 14 && head.subarray(0, 2).toString('latin1') === 'BM' && head.readUInt32LE(6) === 0
