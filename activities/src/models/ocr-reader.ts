import type { PageLine } from '@countersign/workflows/contract'

/** A picture as read: lines in reading order, boxes as fractions of the upright picture, every line with its confidence. */
export interface OcrReading {
  lines: PageLine[]
  /** Degrees by which the picture was turned clockwise to be upright. */
  turn: 0 | 90 | 180 | 270
  /** Pixels of the upright picture. */
  width: number
  height: number
  /** How sure the reader is of the picture as a whole, 0..1: the mean over its letters; 0 where it found none. */
  confidence: number
}

export interface OcrRequest {
  /** JPEG or PNG. */
  picture: Uint8Array
  /** `fr`, `zh`, …; null: unknown. Readers of one script take the one that fits. */
  language: string | null
  signal: AbortSignal
}

/**
 * Reads the words of a picture (a scanned page, a photo of a receipt), whichever way up it is. Has no effect outside, so it is safe to
 * retry. Errors: `model_missing`, `model_failed` (worth a retry), `unreadable_file` for what is no picture. A picture without words
 * gives no lines.
 */
export interface OcrReader {
  /** Names the model and what changes its readings. */
  name: string
  read(request: OcrRequest): Promise<OcrReading>
  /** Frees its memory; the next reading loads it again. */
  close(): Promise<void>
}
