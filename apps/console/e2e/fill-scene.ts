import type { Browser } from 'playwright-core'
import { drawInvoice } from './draw-invoice.ts'
import { BREAKPOINT, INCIDENT, ODD_INVOICE, oddInvoiceReview, REFUND, REPORT_TEXT, reportReview } from './sample-requests.ts'
import type { Scene } from './scene.ts'
import { walkGraph } from './walk-graph.ts'

const HOUR = 3_600_000
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR)

const ISSUERS = [
  'AzureInterior',
  'Oak & Sons',
  'Société Générale de Papeterie',
  '上海文具有限公司',
  'Müller Feinmechanik GmbH',
  'Brightside Ltd',
  'Zeta Logistics',
]
const DOUBTS = ['due date 0.70', 'invoice number 0.52', 'total 0.78 · tax 0.81', 'issuer 0.66']

/** Everything a screen can show: a queue of 41 reviews of all kinds, runs in every state, documents. */
export interface FilledScene {
  invoice: { review: string; run: string; document: string }
  report: { review: string; document: string }
  refund: string
  breakpoint: string
  incident: { review: string; run: string }
}

async function invoiceItem(scene: Scene, browser: Browser): Promise<FilledScene['invoice']> {
  const page = await drawInvoice(browser, ODD_INVOICE)
  const createdAt = hoursAgo(31)
  const document = await scene.picturedDocument('netpresse-2026-08.pdf', page, { documentType: 'invoice', createdAt })
  const run = await scene.run({ title: 'netpresse-2026-08.pdf', document, createdAt })
  await walkGraph(scene, run)
  const review = await scene.review(run, oddInvoiceReview(document, page), {
    openedAt: createdAt,
    dueAt: new Date(Date.now() + 12 * 60_000),
  })
  return { review, run, document }
}

async function incidentItem(scene: Scene): Promise<FilledScene['incident']> {
  const error = {
    code: 'model_failed',
    message: 'The model answered 503 (overloaded). Wait, or set OPENAI_BASE_URL to another one.',
    node: 'extract',
  }
  const run = await scene.run({ title: 'lease-rue-blanche.pdf', status: 'parked', next: ['extract'], error, createdAt: hoursAgo(29) })
  for (const fence of [1, 2, 3]) {
    const startedAt = new Date(hoursAgo(29).getTime() + fence * 4_000)
    const finishedAt = new Date(startedAt.getTime() + 2_300)
    await scene.attempt(run, { node: 'extract', task: 'task-extract', fence, step: 2, status: 'failed', error, startedAt, finishedAt })
  }
  const values = {
    node: 'extract',
    checkpoint: 'c1',
    task: 'task-extract',
    openedAt: hoursAgo(29),
    dueAt: new Date(Date.now() - 4 * 60_000),
  }
  return { review: await scene.review(run, INCIDENT, values), run }
}

async function queueOfInvoices(scene: Scene, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const issuer = ISSUERS[index % ISSUERS.length] ?? ''
    const reason = DOUBTS[index % DOUBTS.length] ?? ''
    const createdAt = hoursAgo(26 - (index * 25.5) / count)
    const run = await scene.run({ title: `${issuer}.pdf`, createdAt })
    const fields = [
      { name: 'date', label: 'Date', value: '2026-03-12', confidence: 0.5 + (index % 4) / 10, threshold: 0.85, evidence: [], reasons: [] },
    ]
    const request = { kind: 'extraction', verbs: ['approve', 'reject', 'edit'], proposal: { date: '2026-03-12' }, fields, reason } as const
    const documentType = index % 3 === 0 ? 'receipt' : 'invoice'
    const title = `${documentType === 'receipt' ? 'Receipt' : 'Invoice'} · ${issuer} · 1 field doubtful`
    await scene.review(run, { ...request, verbs: [...request.verbs], title, documentType }, { openedAt: createdAt })
  }
}

/** Fills an open scene. */
export async function fillScene(scene: Scene, browser: Browser): Promise<FilledScene> {
  const invoice = await invoiceItem(scene, browser)
  const incident = await incidentItem(scene)
  const text = await scene.textDocument('rapport-annuel-2025.txt', REPORT_TEXT, { language: 'fr', createdAt: hoursAgo(27) })
  const reportRun = await scene.run({ title: 'rapport-annuel-2025.txt', document: text, createdAt: hoursAgo(27) })
  const report = { review: await scene.review(reportRun, reportReview(text), { openedAt: hoursAgo(27) }), document: text }
  const agent = await scene.run({ graph: 'agent', title: 'Refund for order 8841', next: ['call_tool'], createdAt: hoursAgo(26.5) })
  const refund = await scene.review(agent, REFUND, {
    openedAt: hoursAgo(26.5),
    node: 'call_tool',
    dueAt: new Date(Date.now() + 25 * 60_000),
  })
  const paused = await scene.run({ graph: 'agent', title: 'Newsletter, May', next: ['publish'], createdAt: hoursAgo(26.2) })
  const breakpoint = await scene.review(paused, BREAKPOINT, { openedAt: hoursAgo(26.2), node: 'publish' })
  await queueOfInvoices(scene, 36)
  await scene.run({ title: 'minutes-2026-03.md', status: 'done', next: [], createdAt: hoursAgo(0.4) })
  await scene.run({ title: 'tender-2026-044.pdf', status: 'running', next: ['extract'], createdAt: hoursAgo(0.1) })
  await scene.run({ title: 'old-scan.pdf', status: 'cancelled', next: [], createdAt: hoursAgo(50) })
  await scene.textDocument('minutes-2026-03.md', '# Minutes\n\nThe lease ends on 31 May 2028.\n', {
    vetted: 'machine',
    kind: 'markdown',
    indexedAt: hoursAgo(0.3),
    createdAt: hoursAgo(0.4),
  })
  await scene.textDocument('notice-7.txt', '通知\n\n请各部门于五月三十一日前提交安全生产报告。\n', {
    vetted: 'person',
    language: 'zh',
    indexedAt: hoursAgo(3),
    createdAt: hoursAgo(5),
  })
  return { invoice, report, refund, breakpoint, incident }
}
