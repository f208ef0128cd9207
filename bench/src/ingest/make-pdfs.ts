import { readPdf } from '@countersign/activities/evaluation'
import PDFDocument from 'pdfkit'

type Draw = (pdf: PDFKit.PDFDocument) => void

/** The same words in another order on each page, as contracts and reports have them. */
const WORDS = 'the caretaker of this building checks boiler valves pumps and meters every October and writes down what needs repair '.split(
  ' ',
)
const paragraph = (page: number, lines: number): string =>
  Array.from({ length: lines * 12 }, (_, index) => WORDS[(index * (page + 3)) % WORDS.length]).join(' ')

/** A PDF with a text layer: a page holds a heading and some 40 lines. `edition`: the same pages are another file. */
export function makeTextPdf(pages: number, edition = 0): Promise<Uint8Array> {
  return make(
    Array.from({ length: pages }, (_, index) => (pdf) => {
      pdf
        .fontSize(16)
        .text(`Report ${index + 1} of edition ${edition}`, 72, 150)
        .fontSize(10)
        .text(paragraph(index, 40), 72, 190, { width: 450 })
    }),
  )
}

/** The same pages as pictures, as a scanner makes them, 200 dpi. */
export async function makeScannedPdf(pages: number, edition = 0): Promise<Uint8Array> {
  const source = await readPdf(await makeTextPdf(pages, edition))
  try {
    const pictures: Uint8Array[] = []
    for (let page = 1; page <= pages; page += 1) pictures.push((await source.drawForReading(page)).bytes)
    return await make(pictures.map((picture) => (pdf) => void pdf.image(Buffer.from(picture), 0, 0, { width: 595.28 })))
  } finally {
    await source.close()
  }
}

async function make(pages: readonly Draw[]): Promise<Uint8Array> {
  const pdf = new PDFDocument({ autoFirstPage: false, size: 'A4' })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  for (const draw of pages) {
    pdf.addPage()
    draw(pdf)
  }
  pdf.end()
  await ended
  return Buffer.concat(parts)
}
