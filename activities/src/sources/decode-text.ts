import chardet from 'chardet'
import iconv from 'iconv-lite'

/** Text with the encoding it was read in. `doubtful`: the encoding was guessed from statistics, or characters did not decode. */
export interface DecodedText {
  text: string
  encoding: string
  doubtful: boolean
}

const MARKS: readonly { bytes: readonly number[]; encoding: string }[] = [
  // Before UTF-16LE, whose mark is a prefix of this one.
  { bytes: [0xff, 0xfe, 0, 0], encoding: 'utf-32le' },
  { bytes: [0, 0, 0xfe, 0xff], encoding: 'utf-32be' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
]

/**
 * Decodes bytes of unknown encoding: a byte order mark, then the pattern of zero bytes, then strict UTF-8, then what the
 * file declares of itself, then UTF-8 with a few broken places, then statistics over the bytes. Never throws; what cannot be decoded
 * becomes U+FFFD.
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const certain = markOf(buffer) ?? zeroPattern(buffer)
  if (certain !== null) return finish(buffer, certain, false)
  const strict = strictUtf8(buffer)
  if (strict !== null) return { text: strict, encoding: 'utf-8', doubtful: false }
  if (declared !== undefined && !/^utf-?8$/i.test(declared) && iconv.encodingExists(declared)) return finish(buffer, declared, false)
  return finish(buffer, isMostlyUtf8(buffer) ? 'utf-8' : guess(buffer), true)
}

function markOf(buffer: Buffer): string | null {
  return MARKS.find(({ bytes }) => bytes.every((byte, at) => buffer[at] === byte))?.encoding ?? null
}

/** Text in a Western script has a zero in every second byte of UTF-16, in three of four of UTF-32. */
function zeroPattern(buffer: Buffer): string | null {
  const sample = buffer.subarray(0, 4096)
  const zeros = [0, 0, 0, 0]
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 4] = (zeros[at % 4] ?? 0) + 1
  })
  const many = sample.length * 0.1
  const few = sample.length * 0.01
  const [a = 0, b = 0, c = 0, d = 0] = zeros
  if (b > many && c > many && d > many && a < few) return 'utf-32le'
  if (a > many && b > many && c > many && d < few) return 'utf-32be'
  if (b > many && d > many && a < few && c < few) return 'utf-16le'
  if (a > many && c > many && b < few && d < few) return 'utf-16be'
  return null
}

function strictUtf8(buffer: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer)
  } catch {
    return null
  }
}

/** Whether nine of ten characters beyond ASCII are well formed: by chance, in another encoding, hardly any is. */
function isMostlyUtf8(buffer: Buffer): boolean {
  const text = buffer.toString('utf8')
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  return whole >= broken * 9
}

function guess(buffer: Buffer): string {
  const sample = buffer.subarray(0, 200_000)
  const name = chardet
    .analyse(sample)
    .map((match) => match.name)
    .find((candidate) => !/^(UTF|ASCII)/.test(candidate) && iconv.encodingExists(candidate))
  // What calls itself ISO-8859-1 is windows-1252 (WHATWG Encoding Standard, section 4.2).
  return name === undefined || /^iso-8859-1$/i.test(name) ? 'windows-1252' : name
}

function finish(buffer: Buffer, encoding: string, guessed: boolean): DecodedText {
  const text = iconv.decode(buffer, encoding)
  return { text, encoding, doubtful: guessed || text.includes('\ufffd') }
}

/** What a reader is told of a text whose encoding is not certain; undefined where it is. */
export function encodingProblem({ text, encoding, doubtful }: DecodedText): string | undefined {
  if (!doubtful) return undefined
  const lost = text.match(/\ufffd/g)?.length ?? 0
  if (lost > 0) return `${lost} of its characters could not be decoded (taken for ${encoding})`
  return `its encoding was taken for ${encoding}, which is a guess`
}
