import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type OcrReader, readPdf, readPicture } from '@countersign/activities/evaluation'

/**
 * Reads a PDF with the libraries that the platform reads it with, in so many loops at once that share its pages, and keeps what was read in
 * files. Answers the seconds that it took.
 */
export async function plainLoop(bytes: Uint8Array, { loops, ocr }: { loops: number; ocr: OcrReader | null }): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-plain-'))
  const began = performance.now()
  try {
    await Promise.all(Array.from({ length: loops }, (_, lane) => readLane(bytes, lane, loops, ocr, folder)))
    return (performance.now() - began) / 1000
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function readLane(bytes: Uint8Array, lane: number, loops: number, ocr: OcrReader | null, folder: string): Promise<void> {
  const pdf = await readPdf(bytes)
  try {
    const share = Math.ceil(pdf.pageCount / loops)
    for (let number = lane * share + 1; number <= Math.min(pdf.pageCount, (lane + 1) * share); number += 1) {
      const page = await pdf.read(number)
      const reading = ocr === null ? page : await readPicture({ ocr }, await pdf.drawForReading(number), null, new AbortController().signal)
      await writeFile(path.join(folder, `${number}.txt`), reading.text)
      if (page.picture !== null) await writeFile(path.join(folder, `${number}.jpg`), page.picture.bytes)
    }
  } finally {
    await pdf.close()
  }
}
