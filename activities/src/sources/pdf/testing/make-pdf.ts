import PDFDocument from 'pdfkit'

export type Drawing = (pdf: PDFKit.PDFDocument) => void

/** A PDF of as many pages as there are drawings, A4. */
export async function makePdf(drawings: readonly Drawing[], options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> {
  const pdf = new PDFDocument({ autoFirstPage: false, size: 'A4', ...options })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  for (const draw of drawings) {
    pdf.addPage()
    draw(pdf)
  }
  pdf.end()
  await ended
  return Buffer.concat(parts)
}
