import { CountersignError, newDecisionId, newReviewId, type ReviewRequest } from '@countersign/workflows/contract'
import type pg from 'pg'
import { shownHashSql, shownText } from '../queries/shown-hash.ts'
import { replayAnswer } from './replay-answer.ts'

export interface NewReview {
  checkpoint: string
  task: string
  node: string
  interrupt: string
  request: ReviewRequest
}

/** An open review of the committed attempt, new or found. */
export interface OpenedReview {
  id: string
  task: string
  node: string
  interrupt: string
}

/**
 * The policy is the tenant's default, overridden key by key by the graph's, the document type's, the request's. An incident is no
 * matter of content: of the tenant's policies it takes priority and deadline only.
 */
const POLICY = `
run as (
  select graph, created_by from countersign.runs where tenant = $2 and id = $3
), tenants as (
  select created_by,
         coalesce((select p.policy from countersign.review_policies p where p.tenant = $2 and p.scope = 'default'), '{}')
         || coalesce((select p.policy from countersign.review_policies p where p.tenant = $2 and p.scope = 'graph:' || graph), '{}')
         || coalesce((select p.policy from countersign.review_policies p where p.tenant = $2 and p.scope = 'type:' || $14::text), '{}') as policy
    from run
), merged as (
  select created_by,
         case when $8::text = 'incident'
           then (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(policy) where key in ('priority', 'deadline'))
           else policy end || $17::jsonb as policy
    from tenants
)`

/** Whoever may not decide: the author of the run, whoever has answered an earlier review of it. */
const EXCLUDED = `
array(
  select merged.created_by where (merged.policy ->> 'notAuthor')::boolean
  union
  select d.by from countersign.decisions d join countersign.reviews v on v.id = d.review
   where (merged.policy ->> 'notBefore')::boolean and v.tenant = $2 and v.run = $3 and d.withdrawn_at is null and not d.by_default
  union
  select o.by from countersign.votes o join countersign.reviews v on v.id = o.review
   where (merged.policy ->> 'notBefore')::boolean and v.tenant = $2 and v.run = $3 and v.status = 'decided')`

const listOf = (key: string) => `array(select jsonb_array_elements_text(merged.policy -> '${key}'))`

/** The answer reaches the workflow with the step's own; the message is for one that was lost with it. */
const HEAD_START_SQL = `interval '5 seconds'`

/** The run's row is locked by the caller's transaction, so that nobody else opens the same review between `existing` and `opened`. */
const OPEN = `
with ${POLICY}, existing as (
  select v.id, v.request, v.shown_hash, v.status,
         v.round + (exists (select 1 from countersign.votes o where o.review = v.id and o.round = v.round))::int as round
    from countersign.reviews v where v.run = $3 and v.checkpoint = $4 and v.task = $5 and v.interrupt = $7
), opened as (
  insert into countersign.reviews (id, tenant, run, checkpoint, task, node, interrupt, kind, title, reason, request, shown_hash, document,
                                   document_type, confidence, doubts, policy, roles, users, excluded, quorum, priority, due_at, title_says,
                                   status, decided_at, decided_by, verb)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text::jsonb, ${shownHashSql('$11::text', '1')}, $12, $14, $13, $15, policy,
         case when policy ? 'roles' then ${listOf('roles')} else $16::text[] end, ${listOf('users')}, ${EXCLUDED},
         coalesce((policy ->> 'quorum')::int, 1), coalesce((policy ->> 'priority')::int, 0),
         case when $18::text is null then now() + make_interval(secs => (policy #>> '{deadline,within}')::int) end,
         $11::text::jsonb -> 'titleSays', case when $18::text is null then 'open' else 'decided' end,
         case when $18::text is not null then now() end, case when $18::text is not null then 'replay' end, $18::text
    from merged where not exists (select 1 from existing)
  returning id
), replayed as (
  select id from opened where $18::text is not null
), answered as (
  insert into countersign.decisions (id, tenant, review, verb, value, by, shown_hash)
  select $20, $2, id, $18::text, $19::jsonb, 'replay', ${shownHashSql('$11::text', '1')} from replayed
), owed as (
  insert into countersign.outbox (tenant, topic, run, review, next_at)
  select $2, 'decided', $3, id, now() + ${HEAD_START_SQL} from replayed
), changed as (
  update countersign.reviews v
     set request = $11::text::jsonb, shown_hash = ${shownHashSql('$11::text', 'e.round')}, round = e.round, kind = $8, title = $9, reason = $10,
         document = $12, document_type = $14, confidence = $13, doubts = $15,
         title_says = $11::text::jsonb -> 'titleSays', status = 'open', deadline_steps = case when e.status = 'open' then v.deadline_steps else 0 end,
         opened_at = case when e.status = 'open' then v.opened_at else now() end,
         due_at = case when e.status = 'open' then v.due_at else now() + make_interval(secs => (v.policy #>> '{deadline,within}')::int) end
    from existing e where v.id = e.id
     and (v.status = 'withdrawn' or (v.status = 'open' and v.request is distinct from $11::text::jsonb))
  returning v.id, e.shown_hash, e.request as before, case when e.status = 'open' then 'review.changed' else 'review.opened' end as event
), kept as (
  insert into countersign.shown (tenant, hash, request) select $2, shown_hash, before from changed on conflict do nothing
), written as (
  select id, 'review.opened' as event from opened where $18::text is null union all select id, event from changed
), audited as (
  insert into countersign.audit (tenant, actor, event, run, review, document, data)
  select $2, 'engine', event, $3, id, $12, json_build_object('kind', $8::text, 'node', $6::text) from written
  union all
  select $2, 'replay', 'review.decided', $3, id, $12, json_build_object('kind', $8::text, 'node', $6::text, 'verb', $18::text) from replayed
), told as (
  select id, pg_notify('countersign', json_build_object('tenant', $2::text, 'kind', 'review', 'id', id, 'run', $3::text)::text) from written
)
select id from told
union all
select id from replayed
union all
select id from existing where not exists (select 1 from changed)`

/**
 * Opens a review under the policy in force; or answers the one that this interrupt has already, with what it asks now: an open one
 * that asks something else than before is changed, and whoever was shown the old request cannot decide the new one. Answers to the
 * old one do not count for the new one. One that was withdrawn is open again: an edit that withdrew it was not applied. A deadline starts its clock (a trigger of the table owes it the message).
 * That of a replay (`sandbox`) is decided as it is opened: nobody is asked and nobody is told.
 */
export async function openReview(
  client: pg.PoolClient,
  { attempt: { tenant, run } }: { attempt: { tenant: string; run: string } },
  { checkpoint, task, node, interrupt, request }: NewReview,
  { sandbox = false }: { sandbox?: boolean } = {},
): Promise<OpenedReview> {
  const { kind, title, reason, document, documentType, fields = [], policy } = request
  const answer = sandbox ? replayAnswer(request) : null
  const { rows } = await client.query<{ id: string }>({
    name: 'open-review',
    text: OPEN,
    values: [
      ...[newReviewId(), tenant, run, checkpoint, task, node, interrupt, kind, title, reason, shownText(request), document ?? null],
      ...[confidenceOf(request), documentType ?? null, fields.filter((field) => field.confidence < field.threshold).length],
      ...[kind === 'incident' ? ['operator'] : ['reviewer', 'approver'], JSON.stringify(policy ?? {})],
      ...(answer ? [answer.verb, JSON.stringify(answer.value), newDecisionId()] : [null, null, null]),
    ],
  })
  const id = rows[0]?.id
  if (!id) throw new CountersignError('internal', `The review of ${node} could not be opened.`, { run })
  return { id, task, node, interrupt }
}

/** What the request says of the whole proposal, else its least sure field. */
function confidenceOf({ confidence, fields }: ReviewRequest): number | null {
  if (confidence !== undefined) return confidence
  return fields?.reduce((lowest, field) => Math.min(lowest, field.confidence), 1) ?? null
}
