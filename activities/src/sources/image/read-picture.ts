import { CountersignError, type PageFacts, type PageLine } from '@countersign/workflows/contract'
import type { OcrReader } from '../../models/ocr-reader.ts'
import { pageText } from '../page-text.ts'
import type { PagePicture } from '../source-page.ts'
import { startImageProcess } from './ask-image-process.ts'

/** A page picture as read. `picture` is upright: the boxes of `lines` are fractions of it, and it is what a reviewer should be shown. */
export interface PictureReading {
  picture: PagePicture
  /** Pixels of the upright picture. */
  width: number
  height: number
  lines: PageLine[]
  /** The lines' text, `''` where the picture has none. */
  text: string
  facts: PageFacts
}

/** Readings below this are told to a reviewer. */
const DOUBTFUL = 0.6

/**
 * Reads the words of one page picture (JPEG or PNG), whichever way up it is: a scanned page, a photo, a page of a PDF that was drawn.
 * `language`: null where it isn't known. Has no effect outside, so it is safe to retry. Errors: `model_missing` where no reader of pictures
 * is configured or installed, `model_failed` (worth a retry), `unreadable_file`. A picture without words gives an empty text, no error.
 */
export async function readPicture(
  { ocr }: { ocr: OcrReader | null },
  picture: PagePicture,
  language: string | null,
  signal: AbortSignal,
): Promise<PictureReading> {
  if (ocr === null) throw noReader()
  const { lines, turn, width, height, confidence } = await ocr.read({ picture: picture.bytes, language, signal })
  const facts: PageFacts = { reading: 'ocr', confidence, ...(turn === 0 ? {} : { turn }), ...doubtsOf(lines, confidence) }
  return { picture: turn === 0 ? picture : await turnPicture(picture, turn), width, height, lines, text: pageText(lines), facts }
}

function doubtsOf(lines: readonly PageLine[], confidence: number): Pick<PageFacts, 'problem'> {
  if (lines.length === 0 || confidence >= DOUBTFUL) return {}
  return { problem: `The words of this picture were read with a confidence of ${Math.round(confidence * 100)} % only.` }
}

/** Turns a picture clockwise by 90, 180 or 270 degrees, as JPEG. */
async function turnPicture(picture: PagePicture, degrees: number): Promise<PagePicture> {
  const decoder = startImageProcess()
  try {
    const { jpeg } = await decoder.ask({ what: 'turn', picture: picture.bytes, degrees })
    return { bytes: jpeg, mime: 'image/jpeg' }
  } finally {
    await decoder.end()
  }
}

function noReader(): CountersignError {
  return new CountersignError(
    'model_missing',
    'Reading pictures needs a model: set COUNTERSIGN_OCR=local and run `countersign models install pp-ocr-v4`, or COUNTERSIGN_OCR=mistral.',
  )
}
