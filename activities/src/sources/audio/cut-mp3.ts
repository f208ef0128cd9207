import type { AudioPiece } from './cut-wav.ts'

/** ISO/IEC 11172-3, 2.4.2.3: kbit/s by index, for Layer III of MPEG 1 and of MPEG 2 and 2.5. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const RATES: Record<number, readonly number[]> = { 3: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 0: [11_025, 12_000, 8_000] }
/** A frame may use bits of up to so many frames before it. */
const LEAD = 12

interface Frame {
  at: number
  length: number
  seconds: number
}

/**
 * Cuts an MP3 file into files of about so many seconds. Each has some frames of the one before it, since frames borrow from earlier
 * ones: the sound of the piece is the end of what it decodes to.
 */
export function* cutMp3(bytes: Uint8Array, pieceSeconds: number): Generator<AudioPiece> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let lead: Frame[] = []
  let piece: Frame[] = []
  let seconds = 0
  for (const frame of frames(file)) {
    piece.push(frame)
    seconds += frame.seconds
    if (seconds < pieceSeconds) continue
    yield join(file, [...lead, ...piece], seconds)
    lead = piece.slice(-LEAD)
    piece = []
    seconds = 0
  }
  if (piece.length > 0) yield join(file, [...lead, ...piece], seconds)
}

function join(file: Buffer, parts: readonly Frame[], seconds: number): AudioPiece {
  return { bytes: Buffer.concat(parts.map(({ at, length }) => file.subarray(at, at + length))), seconds }
}

/** The frames that are whole; what is between them is skipped. */
function* frames(file: Buffer): Generator<Frame> {
  let first = true
  for (let at = afterTag(file); at + 4 <= file.length; ) {
    const frame = frameAt(file, at)
    if (frame === null) {
      at += 1
      continue
    }
    // The first may hold only the length of the file.
    if (!(first && isInfo(file.subarray(at, at + frame.length)))) yield frame
    first = false
    at += frame.length
  }
}

function frameAt(file: Buffer, at: number): Frame | null {
  const header = file.readUInt32BE(at)
  if (header >>> 21 !== 0x7ff) return null
  const version = (header >>> 19) & 3
  const rate = RATES[version]?.[(header >>> 10) & 3]
  const bitrate = (version === 3 ? BITRATES_1 : BITRATES_2)[(header >>> 12) & 15]
  const isLayer3 = ((header >>> 17) & 3) === 1
  if (!isLayer3 || rate === undefined || !bitrate) return null
  const samples = version === 3 ? 1152 : 576
  const length = Math.floor((samples / 8) * ((bitrate * 1000) / rate)) + ((header >>> 9) & 1)
  if (at + length > file.length) return null
  // What looks like a frame by chance is followed by none.
  const next = at + length
  if (next + 4 <= file.length && file.readUInt16BE(next) >>> 5 !== 0x7ff && !isTag(file, next)) return null
  return { at, length, seconds: samples / rate }
}

/** ID3v2 at the beginning; its length has seven bits a byte. */
function afterTag(file: Buffer): number {
  if (file.length < 10 || file.toString('latin1', 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = file.subarray(6, 10)
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127)
}

/** ID3v1 and APE tags stand at the end. */
const isTag = (file: Buffer, at: number): boolean => ['TAG', 'APE', 'ID3', 'LYR'].includes(file.toString('latin1', at, at + 3))
const isInfo = (frame: Buffer): boolean => ['Xing', 'Info', 'VBRI'].some((name) => frame.subarray(0, 64).includes(name, 0, 'latin1'))
