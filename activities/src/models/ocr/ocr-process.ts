import { type Image, loadImage } from '@napi-rs/canvas'
import { serveProcess } from '../../threads/serve-process.ts'
import { loadPpOcr } from './load-pp-ocr.ts'
import { type OcrProcessReply, type OcrProcessRequest, UNREADABLE } from './ocr-protocol.ts'
import { mergeTwo, readTwice } from './read-twice.ts'
import { createSecondReader } from './second-reader.ts'

const folder = process.env.COUNTERSIGN_OCR_FOLDER ?? ''
const model = loadPpOcr(folder, Number(process.env.COUNTERSIGN_OCR_THREADS))
// Its failure is told to whoever asks first.
model.catch(() => undefined)
const second = createSecondReader(folder)

serveProcess<OcrProcessRequest, OcrProcessReply>(async ({ picture, language }) => {
  const reading = mergeTwo(await readTwice(await model, second, await decode(picture), language))
  return { reading, memory: process.memoryUsage.rss() }
})

async function decode(bytes: Uint8Array): Promise<Image> {
  try {
    return await loadImage(bytes)
  } catch (error) {
    const unreadable = new Error(error instanceof Error ? error.message : String(error))
    unreadable.name = UNREADABLE
    throw unreadable
  }
}
