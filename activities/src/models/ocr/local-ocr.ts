import { access } from 'node:fs/promises'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'
import { startProcess } from '../../threads/ask-process.ts'
import { keepThread } from '../../threads/keep-thread.ts'
import { ThreadError } from '../../threads/thread-reply.ts'
import type { OcrReader, OcrReading, OcrRequest } from '../ocr-reader.ts'
import { type OcrEnvironment, type OcrProcessReply, type OcrProcessRequest, UNREADABLE } from './ocr-protocol.ts'

export interface LocalOcrOptions {
  /** Holds PP-OCR's `detector.onnx`, `recogniser.onnx` and `letters.txt`, and Tesseract's `eng`, `fra` and `osd` `.traineddata.gz`. */
  folder: string
  threads?: number
  /** The models are unloaded after this long without work, in milliseconds. */
  idle?: number
}

const FILES = ['detector.onnx', 'recogniser.onnx', 'letters.txt', 'eng.traineddata.gz', 'fra.traineddata.gz', 'osd.traineddata.gz']
/** For one picture, once its turn has come. */
const TIMEOUT = 5 * 60_000
/** Bytes. Large pictures leave the process larger for good: beyond this the next picture gets a new one, which takes a second or two. */
const MOST_MEMORY = 700e6

/**
 * PP-OCRv4 with Tesseract as the second reader, on this machine's CPU: Latin script and Chinese. Tesseract sees spaces and accents
 * better, tells the turn of a page where PP-OCR leaves it open, and what both read alike is surer than what one reads alone. They run in
 * a process of their own, which is started on first use and ended when idle; pictures are read one after the other.
 */
export function createLocalOcr({ folder, threads = 2, idle = 2 * 60_000 }: LocalOcrOptions): OcrReader {
  const kept = keepThread<OcrProcessRequest, OcrProcessReply>({
    start: async () => {
      await requireFiles(folder)
      const env: OcrEnvironment = { COUNTERSIGN_OCR_FOLDER: folder, COUNTERSIGN_OCR_THREADS: String(threads) }
      return startProcess({ module: new URL('./ocr-process.ts', import.meta.url), env, memoryMegabytes: 512 })
    },
    idle,
    isWornOut: ({ memory }) => memory > MOST_MEMORY,
    isHarmless: isUnreadable,
  })
  const read = async ({ picture, language, signal }: OcrRequest): Promise<OcrReading> => {
    try {
      return (await kept.ask(() => ({ picture, language }), TIMEOUT, signal)).reading
    } catch (error) {
      throw signal.aborted ? error : asOcrError(error)
    }
  }
  return { name: 'pp-ocr-v4+tesseract-2', read, close: kept.end }
}

async function requireFiles(folder: string): Promise<void> {
  for (const file of FILES) {
    const missing = await access(path.join(folder, file)).then(
      () => false,
      () => true,
    )
    if (!missing) continue
    throw new CountersignError(
      'model_missing',
      `The model that reads pictures is not in ${folder} (no ${file}). Run \`countersign models install pp-ocr-v4\`, or set COUNTERSIGN_MODELS to the folder that holds it.`,
      { folder, file },
    )
  }
}

const isUnreadable = (error: unknown): boolean => error instanceof ThreadError && error.kind === UNREADABLE

function asOcrError(error: unknown): unknown {
  if (error instanceof CountersignError) return error
  const why = error instanceof Error ? error.message : String(error)
  if (isUnreadable(error)) return new CountersignError('unreadable_file', `The picture cannot be read: ${why}`, {}, { cause: error })
  return new CountersignError('model_failed', `The model that reads pictures failed: ${why}`, {}, { cause: error })
}
