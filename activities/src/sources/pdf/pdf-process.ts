import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { serveProcess } from '../../threads/serve-process.ts'
import { isBlank, type PagePixels } from './page-pixels.ts'
import type { Turn } from './pdf-lines.ts'
import type { PageSize, PdfReply, PdfRequest } from './pdf-protocol.ts'
import { lookAtPage, readPageText, uprightView } from './read-page-text.ts'

const PACKAGE = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string): string => `${path.join(PACKAGE, name)}${path.sep}`

pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(path.join(PACKAGE, 'legacy/build/pdf.worker.mjs')).href

let opened: pdfjs.PDFDocumentProxy | null = null
/** The page drawn last: its text is judged by what it looks like. */
let drawn: { page: number; turn: Turn; pixels: PagePixels; blank: boolean } | null = null

/** Resident bytes. What packed streams unpack to is outside of the limits that V8 has. */
const MOST_MEMORY = 950e6

serveProcess<PdfRequest, PdfReply>(async (request) => {
  switch (request.what) {
    case 'open':
      return openDocument(request.bytes, request.password)
    case 'sizes':
      return { what: 'sizes', sizes: await sizesOf(request.from, request.to) }
    case 'look':
      return { what: 'look', nature: await lookAtPage(await pageOf(request.page)) }
    case 'picture':
      return drawPage(request)
    case 'text': {
      const seen = drawn?.page === request.page && drawn.turn === request.turn ? drawn : null
      return { what: 'text', ...(await readPageText(await pageOf(request.page), { ...request, seen })) }
    }
    case 'close':
      await closeDocument()
      return { what: 'close', memory: process.memoryUsage.rss() }
  }
}, MOST_MEMORY)

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
  drawn = null
  await document?.loadingTask.destroy()
}

async function pageOf(number: number): Promise<pdfjs.PDFPageProxy> {
  if (opened === null) throw new Error('No file is open.')
  return await opened.getPage(number)
}

async function sizesOf(from: number, to: number): Promise<PageSize[]> {
  const sizes: PageSize[] = []
  for (let page = from; page <= to; page += 1) {
    try {
      const { width, height } = (await pageOf(page)).getViewport({ scale: 1 })
      sizes.push({ page, width, height, problem: null })
    } catch (error) {
      sizes.push({ page, width: 0, height: 0, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  return sizes
}

async function drawPage({ page: number, dpi, maxSide, turn }: Extract<PdfRequest, { what: 'picture' }>): Promise<PdfReply> {
  drawn = null
  const page = await pageOf(number)
  const natural = uprightView(page, turn, 1)
  const scale = Math.min(dpi / 72, maxSide / Math.max(natural.width, natural.height))
  const viewport = uprightView(page, turn, scale)
  const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)))
  // pdf.js names the browser's canvas type; this one has the same methods.
  const surface: { canvas: never; canvasContext: never } = Object.create(null)
  Object.assign(surface, { canvas, canvasContext: canvas.getContext('2d') })
  await page.render({ ...surface, viewport, background: 'white' }).promise
  page.cleanup()
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const pixels = { data, width, height, scale }
  drawn = { page: number, turn, pixels, blank: isBlank(pixels) }
  const bytes = new Uint8Array(await canvas.encode('jpeg', 82))
  return { what: 'picture', bytes, blank: drawn.blank, width, height }
}
