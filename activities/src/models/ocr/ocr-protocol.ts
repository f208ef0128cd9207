import type { OcrReading } from '../ocr-reader.ts'

/** What the OCR process finds in its environment: the folder of the models, and how many CPU threads it may use. */
export interface OcrEnvironment extends Record<string, string> {
  COUNTERSIGN_OCR_FOLDER: string
  COUNTERSIGN_OCR_THREADS: string
}

export interface OcrProcessRequest {
  picture: Uint8Array
  language: string | null
}

/** `memory`: resident bytes of the process after this picture. */
export interface OcrProcessReply {
  reading: OcrReading
  memory: number
}

/** Name of the error for what is no picture. */
export const UNREADABLE = 'UnreadablePicture'
