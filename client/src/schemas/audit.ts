import { z } from 'zod'
import { instantSchema, pageQuery } from './page.ts'

export const auditEntryViewSchema = z.object({
  seq: z.number(),
  position: z.number().nullable(),
  at: instantSchema,
  actor: z.string(),
  event: z.string(),
  run: z.string().nullable(),
  review: z.string().nullable(),
  document: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  title: z.string().nullable().describe('Of the review, else of the run, as it is now.'),
})
/** One entry of the audit log. `data` holds ids and small values. */
export type AuditEntryView = z.infer<typeof auditEntryViewSchema>

export const auditFilterSchema = z.strictObject({
  review: z.string().optional(),
  run: z.string().optional(),
  actor: z.string().optional(),
  event: z.string().optional(),
  ...pageQuery,
})
export type AuditFilter = z.infer<typeof auditFilterSchema>

/** `anchors`: the text of a file of anchors that was kept elsewhere; those of the machine that verifies when left out. */
export const verifyAuditInputSchema = z.object({ anchors: z.string().max(50_000_000).optional() })
export type VerifyAuditInput = z.infer<typeof verifyAuditInputSchema>

export const auditFindingSchema = z.object({
  kind: z.enum(['changed', 'removed', 'reordered', 'truncated', 'inserted']),
  position: z.number(),
  seq: z.number().nullable(),
  event: z.string().nullable(),
  at: instantSchema.nullable(),
  message: z.string(),
})
/** One thing that is wrong with the log, and where. `seq`, `event` and `at` are those of the entry, where there is one. */
export type AuditFinding = z.infer<typeof auditFindingSchema>

export const auditVerdictSchema = z.object({
  entries: z.number(),
  sealed: z.number(),
  anchors: z.number(),
  position: z.number().describe('The last position that is sealed; 0 where none is.'),
  found: z.number(),
  broken: z.array(auditFindingSchema),
})
/** What `verifyAudit` found. `broken`: what is wrong, and where, the first 200 of `found`; empty when all holds. */
export type AuditVerdict = z.infer<typeof auditVerdictSchema>

export const sealedEntrySchema = auditEntryViewSchema
  .omit({ title: true })
  .extend({ tenant: z.string(), position: z.number(), mac: z.string().nullable() })
/** An entry with its seal, as it is exported. */
export type SealedEntry = z.infer<typeof sealedEntrySchema>

export const auditExportFilterSchema = z.object({
  since: z.iso.datetime({ offset: true }).optional().describe('Only entries from this instant on.'),
  review: z.string().optional(),
  ...pageQuery,
})
export type AuditExportFilter = z.infer<typeof auditExportFilterSchema>

export const auditExportPageSchema = z.object({
  items: z.array(sealedEntrySchema),
  next: z.string().nullable(),
  anchor: z.string().nullable().describe('With the last page, where the key is at hand: a signed line that says how far the log reached.'),
})
/** A page of an export, in the order of positions. */
export type AuditExportPage = z.infer<typeof auditExportPageSchema>

export const deliveryViewSchema = z.object({
  id: z.number(),
  event: z.string(),
  channel: z.string(),
  recipient: z.string(),
  review: z.string().nullable(),
  run: z.string().nullable(),
  status: z.enum(['pending', 'sent', 'dead']),
  attempts: z.number(),
  nextAt: instantSchema,
  lastError: z.string().nullable(),
  createdAt: instantSchema,
  sentAt: instantSchema.nullable(),
})
export type DeliveryView = z.infer<typeof deliveryViewSchema>

export const deliveryFilterSchema = z.strictObject({ status: deliveryViewSchema.shape.status.optional(), ...pageQuery })
export type DeliveryFilter = z.infer<typeof deliveryFilterSchema>
