import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  assembleText,
  type DocumentText,
  findDates,
  type OcrReader,
  openSource,
  pageText,
  type StoredPage,
} from '@countersign/activities/evaluation'
import type { PageLine } from '@countersign/workflows/contract'
import { z } from 'zod'
import { readScan } from './read-scan.ts'

/** A document with the values that are known to be right; a field without a truth is not judged. */
export interface Sample {
  name: string
  /** `scans`: the receipts as the reader of pictures reads them; `receipts`: the same with the letters of the truth. */
  set: 'invoices' | 'receipts' | 'scans' | 'examples'
  type: 'invoice' | 'receipt'
  pages: StoredPage[]
  document: DocumentText
  truth: Record<string, string | number>
}

/** Whose document it is: one shop's receipts look alike, so what was learnt on one is no surprise on the next. */
export function shopOf({ name, truth }: Pick<Sample, 'name' | 'truth'>): string {
  return typeof truth.company === 'string' ? truth.company.toLowerCase().replace(/[^a-z0-9]/g, '') : name
}

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..')
const DATA = process.env.COUNTERSIGN_DATA ?? path.join(ROOT, '..', 'shared', 'data')

const truthsSchema = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()])))
const invoiceTruth = z.looseObject({
  issuer: z.string(),
  partner_name: z.string().optional(),
  invoice_number: z.string(),
  date: z.string(),
  date_due: z.string().optional(),
  currency: z.string().optional(),
  amount: z.number().optional(),
  amount_untaxed: z.number().optional(),
  amount_tax: z.number().optional(),
})
const receiptTruth = z.object({
  company: z.string().optional(),
  date: z.string().optional(),
  address: z.string().optional(),
  total: z.string().optional(),
})

/** Every labelled sample on this machine; the public sets only where their folder is. */
export async function loadSamples(ocr: OcrReader): Promise<Sample[]> {
  const examples = await loadExamples()
  if (!existsSync(DATA)) return examples
  return [...examples, ...(await loadInvoices()), ...(await loadReceipts(ocr))]
}

async function loadExamples(): Promise<Sample[]> {
  const truths = truthsSchema.parse(await readJson(path.join(ROOT, 'eval', 'truth', 'examples.json')))
  const samples: Sample[] = []
  for (const [name, truth] of Object.entries(truths)) {
    const pages = await readPdf(path.join(ROOT, 'examples', 'documents', name))
    samples.push({ name, set: 'examples', type: 'invoice', truth, pages, document: assembleText(pages) })
  }
  return samples
}

async function loadInvoices(): Promise<Sample[]> {
  const folder = path.join(DATA, 'invoices')
  const samples: Sample[] = []
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.pdf'))) {
    const [given] = z.array(invoiceTruth).parse(await readJson(path.join(folder, name.replace('.pdf', '.json'))))
    if (given === undefined) continue
    const { invoice_number, date, currency, date_due: due_date, amount: total, amount_untaxed: untaxed, amount_tax: tax } = given
    const truth = { issuer: given.partner_name ?? given.issuer, invoice_number, date, due_date, currency, total, untaxed, tax }
    const pages = await readPdf(path.join(folder, name))
    samples.push({ name, set: 'invoices', type: 'invoice', truth: known(truth), pages, document: assembleText(pages) })
  }
  return samples
}

/** Each receipt twice: as its picture is read, and with the letters of the truth. */
async function loadReceipts(ocr: OcrReader): Promise<Sample[]> {
  const folder = path.join(DATA, 'receipts')
  const samples: Sample[] = []
  for (const name of (await readdir(folder)).filter((file) => /^\d+\.json$/.test(file))) {
    const { company, date, address, total } = receiptTruth.parse(await readJson(path.join(folder, name)))
    const iso = date === undefined ? undefined : findDates(date, false)[0]?.iso
    const amount = total === undefined || total === '' ? undefined : Number(total.replace(/[^\d.]/g, ''))
    const truth = known({ company, date: iso, address, total: amount })
    const lines = parseBoxes(await readFile(path.join(folder, name.replace('.json', '.boxes.csv')), 'utf8'))
    const exact = [{ page: 1, text: pageText(lines), lines }]
    const read = await readScan(ocr, path.join(folder, name.replace('.json', '.jpg')))
    samples.push({ name, set: 'receipts', type: 'receipt', truth, pages: exact, document: assembleText(exact) })
    samples.push({ name, set: 'scans', type: 'receipt', truth, pages: read, document: assembleText(read) })
  }
  return samples
}

/** `x1,y1,x2,y2,x3,y3,x4,y4,text` in pixels, as lines with boxes in fractions of what they cover. */
function parseBoxes(csv: string): PageLine[] {
  const quads = csv
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const parts = line.split(',')
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0] = parts.slice(0, 8).map(Number)
      const left = Math.min(x1, x4)
      const top = Math.min(y1, y2)
      return { text: parts.slice(8).join(','), left, top, right: Math.max(x2, x3), bottom: Math.max(y3, y4) }
    })
  const width = Math.max(...quads.map(({ right }) => right)) * 1.03
  const height = Math.max(...quads.map(({ bottom }) => bottom)) * 1.02
  return quads.map(({ text, left, top, right, bottom }) => ({
    text,
    x: left / width,
    y: top / height,
    w: (right - left) / width,
    h: (bottom - top) / height,
  }))
}

async function readPdf(file: string): Promise<StoredPage[]> {
  const source = await openSource('pdf', await readFile(file))
  try {
    const pages: StoredPage[] = []
    for await (const page of source.pages()) pages.push(page)
    return pages
  } finally {
    await source.close()
  }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}

function known(truth: Record<string, string | number | undefined>): Record<string, string | number> {
  const entries = Object.entries(truth).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, value] as const]))
  return Object.fromEntries(entries)
}
