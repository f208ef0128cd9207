import { CountersignError } from '@countersign/workflows/contract'
import type { OpenSource, SourcePage } from '../source-page.ts'
import { startImageProcess } from './ask-image-process.ts'

export interface ImageOptions {
  /** A larger picture is refused, by its header, before it is decoded. */
  maxPixels: number
  /** Pixels of the longer side of the picture that is kept. */
  maxSide: number
  /** A file of more frames (TIFF) is refused rather than cut off. */
  maxFrames: number
}

/** An image whose frames can be read in any order; one that is damaged does not keep the others. */
export interface OpenImage extends OpenSource {
  /** Errors: `unreadable_file`. */
  read(page: number): Promise<SourcePage>
}

const DEFAULTS: ImageOptions = { maxPixels: 80_000_000, maxSide: 3000, maxFrames: 500 }

/**
 * Opens an image (PNG, JPEG, WebP, TIFF, BMP, GIF, AVIF) as pages without text: one a frame of a TIFF, upright by its EXIF, straightened,
 * with enough contrast, scaled down to `maxSide`. Its format is told by its content. Errors: `too_large`, `unreadable_file`.
 */
export async function readImage(bytes: Uint8Array, given: Partial<ImageOptions> = {}): Promise<OpenImage> {
  const { maxPixels, maxSide, maxFrames } = { ...DEFAULTS, ...given }
  let decoder = startImageProcess()
  const open = async () => (await decoder.ask({ what: 'open', bytes, maxPixels })).frames
  const read = async (page: number): Promise<SourcePage> => {
    if (decoder.hasEnded()) {
      decoder = startImageProcess()
      await open()
    }
    const { frame } = await decoder.ask({ what: 'frame', frame: page, maxSide })
    const { jpeg, width, height, blank } = frame
    return { page, width, height, text: '', lines: [], picture: { bytes: jpeg, mime: 'image/jpeg' }, pictureOnly: !blank, facts: {} }
  }
  try {
    const frames = await open()
    if (frames > maxFrames) throw tooManyFrames(frames, maxFrames)
    const pages = async function* () {
      for (let page = 1; page <= frames; page += 1) yield await read(page)
    }
    return { title: null, pageCount: frames, pages, read, close: () => decoder.end() }
  } catch (error) {
    await decoder.end()
    throw error
  }
}

function tooManyFrames(frames: number, limit: number): CountersignError {
  return new CountersignError('too_large', `The picture has ${frames} pages; the limit is ${limit}. Split it and ingest the parts.`, {
    frames,
    limit,
  })
}
