/** How much of a file is looked at: structure shows early. */
const SAMPLE_BYTES = 64 * 1024
/** Share of control characters that text in an 8-bit encoding stays under. */
const CONTROL_LIMIT = 0.003

/**
 * The beginning of a file as text, in whatever usual encoding it is (UTF-8, UTF-16, UTF-32, with or without a mark, or any
 * 8-bit or East Asian one), or null when it is no text. For looking at structure: accented letters may be wrong.
 */
export function sampleText(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const wide = decodeWide(sample)
  if (wide !== null) return isReadable(wide) ? wide : null
  if (sample.includes(0)) return null
  const utf8 = decodeUtf8(sample)
  if (utf8 !== null) return isReadable(utf8) ? utf8 : null
  const western = Buffer.from(sample).toString('latin1')
  return isReadable(western) ? western : null
}

function decodeWide(sample: Uint8Array): string | null {
  const mark = Buffer.from(sample.subarray(0, 4)).toString('hex')
  // The longer mark first: UTF-32's begins like UTF-16's.
  if (mark === 'fffe0000') return decodeUtf32(sample.subarray(4), true)
  if (mark === '0000feff') return decodeUtf32(sample.subarray(4), false)
  if (mark.startsWith('fffe')) return decode(sample.subarray(2), 'utf-16le')
  if (mark.startsWith('feff')) return decode(sample.subarray(2), 'utf-16be')
  return decodeUnmarked(sample)
}

/** Without a mark, the zeros of ASCII characters tell: in UTF-16 they are on one side of each pair, in UTF-32 three of four. */
function decodeUnmarked(sample: Uint8Array): string | null {
  const zeros = [0, 0, 0, 0]
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 4] = (zeros[at % 4] ?? 0) + 1
  })
  const quarter = sample.byteLength / 4
  const [a = 0, b = 0, c = 0, d = 0] = zeros.map((count) => count / quarter)
  if (b > 0.9 && c > 0.9 && d > 0.9 && a < 0.1) return decodeUtf32(sample, true)
  if (a > 0.9 && b > 0.9 && c > 0.9 && d < 0.1) return decodeUtf32(sample, false)
  if (b + d > 0.4 && a + c < 0.04) return decode(sample, 'utf-16le')
  if (a + c > 0.4 && b + d < 0.04) return decode(sample, 'utf-16be')
  return null
}

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const point = view.getUint32(at, littleEndian)
    if (point > 0x10ffff) return null
    text += String.fromCodePoint(point)
  }
  return text
}

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes)

function decodeUtf8(sample: Uint8Array): string | null {
  try {
    // As a stream: the sample may end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
  } catch {
    return null
  }
}

function isReadable(text: string): boolean {
  let control = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    // Tab, line ends, form feed and escape (ISO-2022-JP) are part of texts.
    if ((point < 32 && ![9, 10, 11, 12, 13, 27].includes(point)) || point === 0xfffd) control += 1
  }
  return control <= text.length * CONTROL_LIMIT
}
