import { z } from 'zod'
import { reviewKindSchema, verbSchema } from './reviews.ts'
import { roleSchema } from './roles.ts'

/** Of an entry whose event says it all. Ids and small values may stand beside what is named here; document text never. */
const nothing = z.looseObject({})
const reason = z.string().max(4000).nullish()
const person = z.string().max(200)

const event = <Name extends string, Data extends z.ZodType<Record<string, unknown>>>(name: Name, data: Data) =>
  z.object({ event: z.literal(name), data })

/** Everything that is written to the audit log: the name of what happened, and the ids and small values that belong to it. */
export const auditEventSchema = z.discriminatedUnion('event', [
  event('run.started', z.looseObject({ graph: z.string(), version: z.string() })),
  event('run.cancel_requested', nothing),
  event('run.forked', z.looseObject({ parent: z.string(), checkpoint: z.string(), sandbox: z.boolean().optional() })),
  event('run.edited', z.looseObject({ checkpoint: z.string(), keys: z.array(z.string()), asNode: z.string().nullish(), reason })),
  event('run.migrated', z.looseObject({ from: z.string(), to: z.string() })),
  event('run.held', z.looseObject({ reason })),
  event('run.released', nothing),
  /** Temporal had lost it; it goes on where it stood. */
  event('run.recovered', nothing),
  event('run.done', nothing),
  event('run.aborted', nothing),
  event('run.cancelled', nothing),
  event('document.received', z.looseObject({ hash: z.string(), bytes: z.number(), kind: z.string() })),
  event('document.held', z.looseObject({ reason })),
  event('document.released', nothing),
  /** All that was made of it is gone too; what was deleted is counted. */
  event('document.deleted', z.looseObject({ reason, runs: z.number(), chunks: z.number(), files: z.number() })),
  event('retention.set', z.looseObject({ graph: z.string(), days: z.number().nullable(), keep: z.string().nullable() })),
  event('retention.applied', z.looseObject({ runs: z.number(), checkpoints: z.number(), bytes: z.number() })),
  event('review.opened', z.looseObject({ kind: reviewKindSchema, node: z.string() })),
  event('review.changed', nothing),
  event('review.claimed', z.looseObject({ until: z.string().optional() })),
  event('review.released', nothing),
  event('review.taken_over', z.looseObject({ from: person.nullish() })),
  event('review.assigned', z.looseObject({ to: person.nullable() })),
  event('review.voted', z.looseObject({ verb: verbSchema.optional() })),
  event('review.disputed', nothing),
  event('review.decided', z.looseObject({ verb: verbSchema, reason, byDefault: z.boolean().optional() })),
  event('review.escalated', z.looseObject({ role: roleSchema, reason })),
  event('review.sent_back', z.looseObject({ reason })),
  event('review.reminded', nothing),
  event('review.reassigned', z.looseObject({ to: person })),
  event('review.deadline_moved', z.looseObject({ dueAt: z.string().nullish() })),
  event('review.withdrawn', nothing),
  event('review.parked', nothing),
  event('comment.added', z.looseObject({ comment: z.string().optional(), mentions: z.array(person) })),
  event('batch.created', nothing),
  event('batch.started', nothing),
  event('batch.stopped', nothing),
  event('batch.done', nothing),
  /** Nobody started it in time; it was removed. */
  event('batch.expired', nothing),
  event('policy.set', z.looseObject({ scope: z.string() })),
  event('user.added', z.looseObject({ user: person })),
  event('user.changed', z.looseObject({ user: person })),
  event('user.password_changed', z.looseObject({ user: person })),
  event('token.created', z.looseObject({ token: z.string() })),
  event('token.revoked', z.looseObject({ token: z.string() })),
  event('session.opened', nothing),
  event('session.closed', nothing),
  /** `user`: the name tried; `count`: failures since the entry before; `known`: somebody has that name. */
  event('session.refused', z.looseObject({ user: person, count: z.number(), known: z.boolean() })),
])
export type AuditEvent = z.infer<typeof auditEventSchema>
export type AuditEventName = AuditEvent['event']

/** The names of all events, in the order of the schema. */
export const AUDIT_EVENTS: readonly AuditEventName[] = auditEventSchema.options.map(({ shape }) => shape.event.value)
