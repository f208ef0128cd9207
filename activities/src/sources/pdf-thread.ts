import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Served, serveThread } from '../threads/serve-thread.ts'
import { type GlyphRun, pdfLines } from './pdf-lines.ts'
import type { PdfReply, PdfRequest } from './pdf-protocol.ts'

const PACKAGE = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string): string => `${path.join(PACKAGE, name)}${path.sep}`

pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(path.join(PACKAGE, 'legacy/build/pdf.worker.mjs')).href

let opened: pdfjs.PDFDocumentProxy | null = null

serveThread<PdfRequest, PdfReply>(async (request) => {
  if (request.what === 'open') return { value: await openDocument(request.bytes, request.password) }
  if (request.what === 'text') return { value: await readPage(request.page) }
  if (request.what === 'picture') return drawPage(request.page, request.dpi, request.maxSide)
  await closeDocument()
  return { value: { what: 'close' } }
})

async function openDocument(bytes: Uint8Array, password: string | undefined): Promise<PdfReply> {
  await closeDocument()
  const document = await pdfjs.getDocument({
    data: new Uint8Array(bytes),
    password,
    verbosity: 0,
    isEvalSupported: false,
    useSystemFonts: false,
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
  }).promise
  opened = document
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : ''
  return { what: 'open', pageCount: document.numPages, title: title === '' ? null : title }
}

async function closeDocument(): Promise<void> {
  const document = opened
  opened = null
  await document?.loadingTask.destroy()
}

async function pageOf(number: number): Promise<pdfjs.PDFPageProxy> {
  if (opened === null) throw new Error('No file is open.')
  return await opened.getPage(number)
}

async function readPage(number: number): Promise<PdfReply> {
  const page = await pageOf(number)
  const frame = page.getViewport({ scale: 1 })
  const content = await page.getTextContent()
  const runs: GlyphRun[] = []
  for (const item of content.items) if ('str' in item) runs.push(item)
  const lines = [...pdfLines(runs, frame), ...(await formValues(page, frame))]
  return { what: 'text', width: frame.width, height: frame.height, lines }
}

/** What was typed into a form lies in its annotations, not in the page's text. */
async function formValues(page: pdfjs.PDFPageProxy, frame: pdfjs.PageViewport) {
  const annotations = await page.getAnnotations().catch(() => [])
  const runs: GlyphRun[] = []
  for (const { subtype, fieldValue, rect } of annotations) {
    if (subtype !== 'Widget' || typeof fieldValue !== 'string' || fieldValue.trim() === '' || !Array.isArray(rect)) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = rect.map(Number)
    const height = Math.min(12, Math.max(4, top - bottom))
    for (const str of fieldValue.split(/\r?\n/)) {
      runs.push({ str, dir: 'ltr', width: right - left, height, transform: [height, 0, 0, height, left, bottom + height * 0.22] })
    }
  }
  return pdfLines(runs, frame)
}

async function drawPage(number: number, dpi: number, maxSide: number): Promise<Served<PdfReply>> {
  const page = await pageOf(number)
  const natural = page.getViewport({ scale: 1 })
  const scale = Math.min(dpi / 72, maxSide / Math.max(natural.width, natural.height))
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)))
  // pdf.js names the browser's canvas type; this one has the same methods.
  const surface: { canvas: never; canvasContext: never } = Object.create(null)
  Object.assign(surface, { canvas, canvasContext: canvas.getContext('2d') })
  await page.render({ ...surface, viewport, background: 'white' }).promise
  page.cleanup()
  const blank = isBlank(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data)
  const jpeg = new Uint8Array(await canvas.encode('jpeg', 82))
  return { value: { what: 'picture', jpeg, blank }, transfer: [jpeg.buffer] }
}

/** Whether less than one pixel in 2,000 differs from the paper. */
function isBlank(pixels: Uint8ClampedArray): boolean {
  let marked = 0
  const total = pixels.length / 4
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at] ?? 255) + (pixels[at + 1] ?? 255) + (pixels[at + 2] ?? 255) < 720) marked += 1
  }
  return marked < total / 2000
}
