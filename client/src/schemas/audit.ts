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

export const auditVerdictSchema = z.object({
  entries: z.number(),
  sealed: z.number(),
  anchors: z.number(),
  broken: z.array(
    z.object({
      kind: z.enum(['changed', 'removed', 'reordered', 'truncated', 'inserted']),
      position: z.number(),
      seq: z.number().nullable(),
      message: z.string(),
    }),
  ),
})
/** What `verifyAudit` found. `broken`: what is wrong, and where; empty when all holds. */
export type AuditVerdict = z.infer<typeof auditVerdictSchema>

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
