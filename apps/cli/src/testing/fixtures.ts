import type { CheckpointState, HistoryEntry, LineageRun, RunComparison, RunDetail, RunSummary } from '@countersign/client'

const AT = '2026-03-14T09:00:00.000Z'

const runSummary = (values: Partial<RunSummary> = {}): RunSummary => ({
  id: 'r_1',
  graph: 'ingest',
  version: '3',
  title: 'invoice.pdf',
  status: 'done',
  step: 4,
  next: [],
  document: null,
  parentRun: null,
  parentCheckpoint: null,
  sandbox: false,
  hold: false,
  error: null,
  partial: null,
  createdBy: 'ada',
  createdAt: AT,
  updatedAt: AT,
  finishedAt: AT,
  openReviews: [],
  ...values,
})

export const runDetail = (values: Partial<RunDetail> = {}): RunDetail => ({
  ...runSummary(),
  attempts: [],
  reviews: [],
  drawing: null,
  stateSchema: {},
  ...values,
})

export const historyEntry = (step: number, values: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: `c_${step}`,
  parent: null,
  step,
  source: 'loop',
  nodes: ['extract'],
  next: ['index'],
  at: AT,
  cause: { kind: 'loop', by: null, reason: null },
  changed: ['fields'],
  bytes: 1_200,
  subgraphs: [],
  forks: [],
  ...values,
})

export const stateAt = (values: Record<string, unknown>, changed: string[] = []): CheckpointState => ({
  id: 'c_2',
  parent: 'c_1',
  step: 2,
  source: 'loop',
  nodes: ['extract'],
  next: ['index'],
  at: AT,
  values,
  changed,
})

export const lineageRun = (id: string, values: Partial<LineageRun> = {}): LineageRun => ({
  id,
  title: 'invoice.pdf',
  graph: 'ingest',
  version: '3',
  status: 'done',
  parentRun: null,
  parentCheckpoint: null,
  parentStep: null,
  nodes: [],
  edited: [],
  reason: null,
  sandbox: false,
  bulk: null,
  createdBy: 'ada',
  createdAt: AT,
  ...values,
})

export const comparison = (values: Partial<RunComparison> = {}): RunComparison => ({
  a: runSummary(),
  b: runSummary({ id: 'r_2', sandbox: true, version: '4' }),
  path: [
    { a: 'load', b: 'load' },
    { a: 'ask', b: null },
    { a: 'index', b: 'index' },
  ],
  samePath: false,
  state: { changes: [{ path: '/fields/total', kind: 'changed', before: 12, after: 13 }], more: 0 },
  fields: [
    { name: 'total', a: { value: 12, confidence: 0.8 }, b: { value: 13, confidence: 0.97 }, same: false },
    { name: 'seller', a: { value: 'Acme', confidence: 1 }, b: { value: 'Acme', confidence: 1 }, same: true },
  ],
  cost: { a: { ms: 2_000, tokens: 1_000, attempts: 3 }, b: { ms: 1_000, tokens: 400, attempts: 2 } },
  asked: { a: [{ node: 'ask', kind: 'extraction', title: 'Invoice', verb: 'approve' }], b: [] },
  effects: [{ node: 'index', name: 'index', data: { chunks: 3 } }],
  ...values,
})
