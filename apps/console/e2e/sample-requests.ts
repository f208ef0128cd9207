import type { ReviewRequest } from '@countersign/workflows/contract'
import type { DrawnPage, InvoiceText } from './draw-invoice.ts'

type Request = Omit<ReviewRequest, 'countersign'>
type Field = NonNullable<ReviewRequest['fields']>[number]

const THRESHOLD = 0.85

const nullable = (type: Record<string, string>) => ({ anyOf: [type, { type: 'null' }] })

/** The schema of the document type "invoice", as the ingest graph sends it with a review. */
const INVOICE_SCHEMA = {
  type: 'object',
  properties: {
    issuer: { type: 'string', minLength: 1 },
    invoice_number: nullable({ type: 'string' }),
    date: { type: 'string', format: 'date' },
    currency: nullable({ type: 'string', pattern: '^[A-Z]{3}$' }),
    untaxed: nullable({ type: 'number' }),
    tax: nullable({ type: 'number' }),
    total: { type: 'number' },
  },
  required: ['issuer', 'invoice_number', 'date', 'currency', 'untaxed', 'tax', 'total'],
  additionalProperties: false,
}

/** An invoice whose total does not add up, and another reading of it. */
export const ODD_INVOICE: InvoiceText = {
  issuer: 'Netpresse SARL',
  number: 'NP-2026-0817',
  date: '17/08/2026',
  lines: [
    ['Hosting, August', '1 200,00'],
    ['Domain renewal, 3 years', '89,00'],
    ['Maintenance, 4 hours', '326,83'],
  ],
  untaxed: '1 615,83',
  tax: '323,17',
  total: '1 989,00',
}

/** The review an ingest run opens for {@link ODD_INVOICE}: the total is doubtful, the currency is nowhere on the page. */
export function oddInvoiceReview(document: string, { boxes }: DrawnPage): Request {
  const at = (name: string, text: string): Field['evidence'] => {
    const box = boxes[name]
    return box ? [{ page: 1, box, text }] : []
  }
  const field = (name: string, label: string, value: Field['value'], confidence: number, more: Partial<Field> = {}): Field => {
    const evidence = at(name, String(value))
    return { name, label, value, confidence, threshold: THRESHOLD, evidence, reasons: [], ...more }
  }
  const fields: Field[] = [
    field('issuer', 'Issuer', 'Netpresse SARL', 0.93),
    field('invoice_number', 'Invoice number', 'NP-2026-0817', 0.96),
    field('date', 'Date', '2026-08-17', 0.97),
    field('currency', 'Currency', null, 0.4, { reasons: ['No currency sign or code on the page.'] }),
    field('untaxed', 'Total without tax', 1615.83, 0.95),
    field('tax', 'Tax', 323.17, 0.94),
    field('total', 'Total', 1989, 0.61, {
      reasons: ['Net and tax add up to 1 939.00, the total says 1 989.00.'],
      alternatives: [{ value: 1939, reason: 'net plus tax' }],
    }),
  ]
  return {
    kind: 'extraction',
    title: 'Invoice · Netpresse SARL, 2 fields doubtful',
    reason: 'currency 0.40 · total 0.61',
    verbs: ['approve', 'reject', 'edit'],
    proposal: Object.fromEntries(fields.map((one) => [one.name, one.value])),
    schema: INVOICE_SCHEMA,
    fields,
    document,
    documentType: 'invoice',
  }
}

export const REPORT_TEXT = `Rapport annuel 2025

Le conseil d'administration s'est réuni à Lyon le 12 mars 2026 sous la présidence de Mme Odile Ferrand.

Le chiffre d'affaires s'élève à 4 218 000 euros, en hausse de 6,2 % par rapport à l'exercice précédent. Les effectifs passent de 41 à 47 personnes. Le résultat net, après impôt, est de 312 400 euros.

L'assemblée approuve les comptes à l'unanimité et décide de distribuer un dividende de 1,20 euro par action.
`

/** A text whose date was read with doubt; the evidence is a span of the text. */
export function reportReview(document: string): Request {
  const quote = '12 mars 2026'
  const start = REPORT_TEXT.indexOf(quote)
  const fields: Field[] = [
    {
      name: 'date',
      label: 'Date',
      value: '2026-03-12',
      confidence: 0.72,
      threshold: THRESHOLD,
      evidence: [{ page: 1, span: { start, end: start + quote.length }, text: quote }],
      reasons: ['The date of the meeting, not of the report.'],
    },
  ]
  return {
    kind: 'extraction',
    title: 'Rapport annuel 2025, 1 field doubtful',
    reason: 'date 0.72',
    verbs: ['approve', 'reject', 'edit'],
    proposal: { date: '2026-03-12' },
    schema: { type: 'object', properties: { date: { type: 'string', format: 'date' } }, required: ['date'] },
    fields,
    document,
    documentType: 'report',
  }
}

export const REFUND: Request = {
  kind: 'approval',
  title: 'Agent wants to call send_refund: 180.00 EUR to Kaya',
  reason: 'policy: amount over 100',
  verbs: ['approve', 'reject', 'edit'],
  proposal: { tool: 'send_refund', amount: 180, currency: 'EUR', account: { id: 'K-1182', owner: 'Kaya' } },
}

export const BREAKPOINT: Request = {
  kind: 'breakpoint',
  title: 'Stopped before publish',
  reason: 'breakpoint of the graph',
  verbs: ['approve', 'edit', 'abort'],
  proposal: null,
}

export const INCIDENT: Request = {
  kind: 'incident',
  title: 'extract stopped: the model answered 503 (overloaded)',
  reason: 'model_failed · 3 attempts',
  verbs: ['retry', 'edit', 'skip', 'abort'],
  proposal: {
    node: 'extract',
    code: 'model_failed',
    message: 'The model answered 503 (overloaded). Wait, or set OPENAI_BASE_URL to another one.',
  },
}

/** Which of two accounts is meant: they share the owner and differ in the rest. */
export const CHOICE: Request = {
  kind: 'choice',
  title: 'Which account is to be paid?',
  reason: 'two accounts of Kaya match',
  verbs: ['choose'],
  proposal: null,
  candidates: [
    {
      id: 'k-1182',
      label: 'Kaya, giro',
      value: { iban: 'DE02 1203 0000', owner: 'Kaya', city: 'Berlin' },
      confidence: 0.72,
      reason: 'used last year',
    },
    { id: 'k-2290', label: 'Kaya, savings', value: { iban: 'DE88 5001 0517', owner: 'Kaya', city: 'Bonn' }, confidence: 0.7 },
    { id: 'k-3001', label: 'Kaya, business', value: { iban: 'DE12 5001 0517', owner: 'Kaya', city: 'Bonn' } },
  ],
}

export const QUESTION: Request = {
  kind: 'question',
  title: 'How should the customer be addressed?',
  reason: 'The letter is to go out today. How should the customer be addressed?',
  verbs: ['respond', 'ignore'],
  proposal: null,
}

/** A call in the form that LangChain's and Agent Inbox's interrupts have. */
export const TOOL: Request = {
  kind: 'tool',
  title: 'Agent wants to call send_refund',
  reason: 'policy: amount over 100',
  verbs: ['approve', 'reject', 'edit', 'respond'],
  proposal: { action: 'send_refund', args: { amount: 180, currency: 'EUR' } },
}

/** What a plain `interrupt(anything)` becomes. */
export const CUSTOM: Request = {
  kind: 'custom',
  title: 'check asks',
  reason: '',
  verbs: ['approve', 'edit', 'reject'],
  proposal: ['one', { two: 3 }],
}
