import {
  candidateSchema,
  deadlineSchema,
  evidenceSchema,
  fieldSchema,
  permissionSchema,
  reviewKindSchema,
  reviewPolicySchema,
  reviewRequestSchema,
  roleSchema,
  sentenceSchema,
  verbSchema,
} from '@countersign/workflows/contract'
import { z } from 'zod'
import { attemptViewSchema } from '../schemas/attempts.ts'
import { auditEntryViewSchema, auditVerdictSchema, deliveryViewSchema } from '../schemas/audit.ts'
import { batchItemViewSchema, batchViewSchema } from '../schemas/batches.ts'
import { documentViewSchema, ingestResultSchema, pageViewSchema, searchHitSchema } from '../schemas/documents.ts'
import { createdTokenSchema, meSchema, tokenViewSchema, userViewSchema } from '../schemas/people.ts'
import {
  claimSchema,
  commentViewSchema,
  decidedSchema,
  neighboursSchema,
  policyViewSchema,
  quorumViewSchema,
  reviewCountsSchema,
  reviewDetailSchema,
  reviewSummarySchema,
  savedViewSchema,
} from '../schemas/reviews.ts'
import {
  changeEventSchema,
  checkpointStateSchema,
  checkpointViewSchema,
  graphViewSchema,
  healthSchema,
  runDetailSchema,
  runSummarySchema,
} from '../schemas/runs.ts'

export type JsonSchema = Record<string, unknown>

/** Shapes that have a name of their own in the document, the same as their type's. */
const NAMED: Record<string, z.ZodType> = {
  AttemptView: attemptViewSchema,
  AuditEntryView: auditEntryViewSchema,
  AuditVerdict: auditVerdictSchema,
  BatchItemView: batchItemViewSchema,
  BatchView: batchViewSchema,
  Candidate: candidateSchema,
  ChangeEvent: changeEventSchema,
  CheckpointState: checkpointStateSchema,
  CheckpointView: checkpointViewSchema,
  Claim: claimSchema,
  CommentView: commentViewSchema,
  CreatedToken: createdTokenSchema,
  Deadline: deadlineSchema,
  Decided: decidedSchema,
  DeliveryView: deliveryViewSchema,
  DocumentView: documentViewSchema,
  Evidence: evidenceSchema,
  Field: fieldSchema,
  GraphView: graphViewSchema,
  Health: healthSchema,
  IngestResult: ingestResultSchema,
  Me: meSchema,
  Neighbours: neighboursSchema,
  PageView: pageViewSchema,
  Permission: permissionSchema,
  PolicyView: policyViewSchema,
  QuorumView: quorumViewSchema,
  ReviewCounts: reviewCountsSchema,
  ReviewDetail: reviewDetailSchema,
  ReviewKind: reviewKindSchema,
  ReviewPolicy: reviewPolicySchema,
  ReviewRequest: reviewRequestSchema,
  ReviewSummary: reviewSummarySchema,
  Role: roleSchema,
  RunDetail: runDetailSchema,
  RunSummary: runSummarySchema,
  SavedView: savedViewSchema,
  SearchHit: searchHitSchema,
  Sentence: sentenceSchema,
  TokenView: tokenViewSchema,
  UserView: userViewSchema,
  Verb: verbSchema,
}

const names = z.registry<{ id: string }>()
for (const [name, schema] of Object.entries(NAMED)) names.add(schema, { id: name })
const noNames = z.registry<{ id: string }>()

const schemasSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/** The `components.schemas` of an OpenAPI document, collected while its parts are made. */
export interface Components {
  /** The JSON Schema of what is answered; shapes with a name become references. */
  ofAnswer(schema: z.ZodType): JsonSchema
  /** The JSON Schema of what is taken. Has no names: what may be left out of a request is not what may be missing in an answer. */
  ofInput(schema: z.ZodType): JsonSchema
  schemas(): Record<string, JsonSchema>
}

export function createComponents(): Components {
  const schemas: Record<string, JsonSchema> = { Json: { description: 'Any JSON value.' } }
  const make = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const { $schema: _, $defs, ...made } = z.toJSONSchema(schema, { io, metadata: io === 'input' ? noNames : names, override: simplify })
    for (const [name, definition] of Object.entries(schemasSchema.parse(rename($defs ?? {})))) {
      if (!name.startsWith(JSON_VALUE)) schemas[name] = definition
    }
    return z.record(z.string(), z.unknown()).parse(rename(made))
  }
  return {
    ofAnswer: (schema) => make(schema, 'output'),
    ofInput: (schema) => make(schema, 'input'),
    schemas: () => Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** With what is said of a field, and which of several it needs; and open: a later version may answer more. What a request may hold stays exact. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { def } = zodSchema._zod
  const { description, anyOf } = z.globalRegistry.get(zodSchema) ?? {}
  if (description !== undefined) jsonSchema.description = description
  if (Array.isArray(anyOf)) jsonSchema.anyOf = anyOf
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties
  // What zod says of every whole number, and nobody needs to read.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

/** Any JSON value is the one shape here that holds itself; zod gives each use of it a name of its own. */
const JSON_VALUE = '__schema'

function rename(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rename)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, key === '$ref' ? referTo(String(inside)) : rename(inside)]))
}

function referTo(ref: string): string {
  const name = ref.replace('#/$defs/', '')
  return `#/components/schemas/${name.startsWith(JSON_VALUE) ? 'Json' : name}`
}
