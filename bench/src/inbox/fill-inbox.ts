import { reviewRequest } from '@countersign/workflows/contract'
import type pg from 'pg'

/** The part of a title that only a few reviews have. */
export const RARE_WORD = 'Zwölfbogen'
export const DESK = { tenant: 'acme', user: 'ana', open: 100_000, decided: 50_000 }
const OTHER = { tenant: 'globex', open: 20_000, decided: 5_000 }

const FIELDS = ['issuer', 'number', 'date', 'due date', 'net', 'tax', 'total', 'currency', 'address', 'order']

/** A request as the ingest graph makes one: ten fields with their evidence, about 4 kB. */
function sampleRequest(): string {
  const fields = FIELDS.map((name, at) => ({
    name,
    label: name,
    value: `value of ${name}`,
    confidence: at < 2 ? 0.6 : 0.97,
    threshold: 0.85,
    evidence: [{ page: 1, box: { x: 0.1, y: at / 12, w: 0.3, h: 0.03 }, text: `value of ${name}` }],
    reasons: at < 2 ? ['Two readings differ; the second one says something else.'] : [],
  }))
  const proposal = Object.fromEntries(FIELDS.map((name) => [name, `value of ${name}`]))
  return JSON.stringify(
    reviewRequest({ kind: 'extraction', title: 'Invoice', verbs: ['approve', 'reject', 'edit'], proposal, fields, reason: 'total 0.61' }),
  )
}

/** One run and one review for each: kinds, types, ages, deadlines, priorities, claims as a busy desk has them, drawn by `hashint4`. */
const FILL = `
with drawn as (
  select i, ($1 || '_' || i) as key,
    (hashint4(i) & 65535) / 65536.0 as a, (hashint4(i + 7) & 65535) / 65536.0 as b,
    (hashint4(i + 13) & 65535) / 65536.0 as c, (hashint4(i + 29) & 65535) / 65536.0 as d
  from generate_series(1, $2::int + $3::int) i
), shaped as (
  select *, i <= $2::int as is_open,
    case when a < 0.85 then 'extraction' when a < 0.91 then 'approval' when a < 0.95 then 'tool' when a < 0.97 then 'choice'
         when a < 0.98 then 'question' else 'incident' end as kind,
    case when a >= 0.85 then null when b < 0.5 then 'invoice' when b < 0.8 then 'receipt' when b < 0.95 then 'contract' else 'report' end as type,
    date_trunc('milliseconds', now() - make_interval(secs => 2592000 * (1 - ((i - 1) % $2::int) / $2::float8))) as at
  from drawn
), ran as (
  insert into countersign.runs (id, tenant, graph, version, title, input, created_by, status)
  select 'r_' || key, $1, 'ingest', '1', key || '.pdf', '{}', 'bench', case when is_open then 'waiting' else 'done' end from shaped
)
insert into countersign.reviews (id, tenant, run, checkpoint, task, node, interrupt, kind, status, title, reason, request, shown_hash,
  document_type, confidence, doubts, opened_at, due_at, decided_at, decided_by, verb, priority, assignee, claimed_by, claimed_until, roles)
select 'rv_' || key, $1, 'r_' || key, 'c1', 't1', 'human_review', key, kind, case when is_open then 'open' else 'decided' end,
  initcap(coalesce(type, kind)) || ' · ' ||
    (array['Azure Interior','Oak & Sons','Société Générale de Papeterie','上海文具有限公司','Müller Feinmechanik','Brightside Ltd','Zeta Logistics'])[1 + i % 7]
    || case when i % 5000 = 0 then ' ${RARE_WORD}' else '' end || ' · no. ' || i,
  'total 0.61 < 0.85', $4::jsonb, 'shown_' || key, type, case when type is null then null else round((0.3 + c * 0.6)::numeric, 2) end, 2, at,
  case when d < 0.4 then null when d < 0.43 then now() - make_interval(secs => c * 86400) when d < 0.44 then now() + make_interval(secs => c * 3600)
       else now() + make_interval(secs => 3600 + c * 604800) end,
  case when is_open then null else now() end, case when is_open then null else 'ben' end, case when is_open then null else 'approve' end,
  case when b < 0.9 then 0 when b < 0.97 then 1 when b < 0.99 then 5 else -1 end,
  case when c < 0.05 then (array['ana','ben','cem','dia','eli'])[1 + i % 5] end,
  case when i % 500 = 0 then (array['ana','ben','cem','dia','eli'])[1 + (i / 500) % 5] end,
  case when i % 500 = 0 then now() + interval '1 day' end,
  case when b < 0.9 then '{reviewer,approver}'::text[] else '{approver}'::text[] end
from shaped`

/** Fills an empty database with two tenants' reviews. The messages to the clocks, which a real desk has long sent, are left out. */
export async function fillInbox(pool: pg.Pool): Promise<void> {
  const request = sampleRequest()
  await pool.query('alter table countersign.reviews disable trigger user')
  for (const { tenant, open, decided } of [DESK, OTHER]) await pool.query(FILL, [tenant, open, decided, request])
  await pool.query('alter table countersign.reviews enable trigger user')
  await pool.query('vacuum analyze countersign.reviews')
  await pool.query('vacuum analyze countersign.runs')
}
