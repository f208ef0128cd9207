import type { FileType, UnreadType } from './file-type.ts'

const PICTURES: Record<string, FileType | UnreadType> = {
  avif: { kind: 'image', mime: 'image/avif' },
  heic: { what: 'a picture (HEIC)', advice: 'Save it as JPEG or PNG and send it again.' },
  heix: { what: 'a picture (HEIC)', advice: 'Save it as JPEG or PNG and send it again.' },
  mif1: { what: 'a picture (HEIC)', advice: 'Save it as JPEG or PNG and send it again.' },
}

/** A file of the ISO base media format: a picture, a recording, or a film, which has a track of pictures (ISO 14496-12, `hdlr`). */
export function nameMp4(bytes: Uint8Array): FileType | UnreadType {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const brand = file.subarray(8, 12).toString('latin1')
  const picture = PICTURES[brand]
  if (picture !== undefined) return picture
  const handlers = handlersOf(file)
  if (!handlers.has('vide') && (handlers.has('soun') || brand.startsWith('M4A'))) return { kind: 'audio', mime: 'audio/mp4' }
  return { what: 'a film (MP4)', advice: 'Films are not read: send its sound as MP3, M4A or WAV.' }
}

function handlersOf(file: Buffer): Set<string> {
  const found = new Set<string>()
  for (let at = file.indexOf('hdlr'); at !== -1; at = file.indexOf('hdlr', at + 4)) {
    // After the name: version and flags, then four bytes of zeros, then the handler.
    found.add(file.subarray(at + 12, at + 16).toString('latin1'))
  }
  return found
}
