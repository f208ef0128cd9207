import { imageSize } from 'image-size'
import utif, { type IFD } from 'utif2'
import { TOO_LARGE } from './image-protocol.ts'

/** A file as the image process holds it; `frames` are the images of a TIFF, null for every other format. */
export interface ImageFile {
  bytes: Uint8Array
  frames: IFD[] | null
}

/** Side above which no picture is a page; a drawing of A0 at 300 dpi has 14,043. */
const MOST_SIDE = 20_000
/** Bytes of one pixel when decoded: four channels of eight bits. */
const PIXEL = 4
/** TIFF tags (TIFF 6.0, section 8). */
const [WIDTH, HEIGHT, BITS, SAMPLES] = ['t256', 't257', 't258', 't277']

/** Reads a file's headers alone, so that a picture that would fill the memory is refused before it is decoded. */
export function inspectImage(bytes: Uint8Array, maxPixels: number): ImageFile {
  if (!isTiff(bytes)) {
    const { width, height } = imageSize(bytes)
    checkSize(width, height, maxPixels)
    return { bytes, frames: null }
  }
  // Directories without a width hold notes about the others.
  const frames = utif.decode(Buffer.from(bytes)).filter((frame) => number(frame, WIDTH, 0) > 0)
  if (frames.length === 0) throw new Error('There is no picture in it.')
  for (const frame of frames) {
    const [width, height] = [number(frame, WIDTH, 0), number(frame, HEIGHT, 0)]
    checkSize(width, height, maxPixels)
    if ((width * height * number(frame, SAMPLES, 1) * number(frame, BITS, 1)) / 8 > maxPixels * PIXEL) throw tooLarge(width, height)
  }
  return { bytes, frames }
}

function isTiff(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes
  return (a === 0x49 && b === 0x49 && c === 42 && d === 0) || (a === 0x4d && b === 0x4d && c === 0 && d === 42)
}

function checkSize(width: number, height: number, maxPixels: number): void {
  if (width < 1 || height < 1) throw new Error('It has no size.')
  if (Math.max(width, height) > MOST_SIDE || width * height > maxPixels) throw tooLarge(width, height)
}

function tooLarge(width: number, height: number): Error {
  const error = new Error(`${width} x ${height} pixels`)
  error.name = TOO_LARGE
  return error
}

function number(frame: IFD, tag: string, missing: number): number {
  const value = frame[tag]
  return Array.isArray(value) ? Number(value[0] ?? missing) : missing
}
