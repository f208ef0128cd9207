import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import type { OcrReading } from '../ocr-reader.ts'
import type { ReadWord } from './readings.ts'
import type { SecondLanguage } from './second-language.ts'

/** Tesseract in threads of its own, each started when it is first asked. What fails or takes too long is thrown as it is. */
export interface SecondReader {
  /** The words of an upright picture; their boxes are divided by `scale`. */
  words(picture: Uint8Array, language: SecondLanguage, scale: number): Promise<ReadWord[]>
  /** Degrees clockwise that make the picture upright; null where the page has too little text to tell. */
  turn(picture: Uint8Array): Promise<OcrReading['turn'] | null>
  close(): Promise<void>
}

/** Below this the answer is a guess. */
const SURE_OF_TURN = 2
const TIMEOUT = 2 * 60_000

type Job = SecondLanguage | 'osd'

/** `folder` holds `eng`, `fra` and `osd` `.traineddata.gz`; one that is missing would only show as a timeout. */
export function createSecondReader(folder: string): SecondReader {
  const workers = new Map<Job, Promise<Worker>>()
  const take = async (job: Job): Promise<Worker> => {
    const known = workers.get(job) ?? start(folder, job)
    workers.set(job, known)
    return await inTime(known)
  }
  return {
    words: async (picture, language, scale) => {
      const worker = await take(language)
      const { data } = await inTime(worker.recognize(Buffer.from(picture), {}, { blocks: true, text: false }))
      const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
      return lines.flatMap((line) =>
        line.words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
          text,
          chance: confidence / 100,
          box: { x: x0 / scale, y: y0 / scale, w: (x1 - x0) / scale, h: (y1 - y0) / scale },
        })),
      )
    },
    turn: async (picture) => {
      const worker = await take('osd')
      // A page with too few characters is an error to it.
      const found = await inTime(worker.detect(Buffer.from(picture)).catch(() => null))
      const sure = (found?.data.orientation_confidence ?? 0) > SURE_OF_TURN
      return sure ? turnOf(found?.data.orientation_degrees ?? 0) : null
    },
    close: async () => {
      const ending = [...workers.values()]
      workers.clear()
      for (const worker of await Promise.allSettled(ending)) if (worker.status === 'fulfilled') await worker.value.terminate()
    },
  }
}

async function start(folder: string, job: Job): Promise<Worker> {
  const options = { langPath: folder, cacheMethod: 'none', gzip: true, errorHandler: () => undefined }
  if (job === 'osd') return await createWorker('osd', OEM.TESSERACT_ONLY, { ...options, legacyCore: true, legacyLang: true })
  const worker = await createWorker(job, OEM.LSTM_ONLY, options)
  // It says on the console what it guesses otherwise.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_COLUMN, debug_file: '/dev/null' })
  return worker
}

/** Its worker says nothing when it dies. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Tesseract gave no answer within ${TIMEOUT / 1000} s.`)), TIMEOUT)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function turnOf(degrees: number): OcrReading['turn'] {
  const turns = [0, 90, 180, 270] as const
  return turns[Math.round(degrees / 90) % 4] ?? 0
}
