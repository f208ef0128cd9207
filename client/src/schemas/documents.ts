import { DOCUMENT_KINDS, pageFactsSchema, pageLineSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import { instantSchema, pageQuery } from './page.ts'

const vettedSchema = z.enum(['none', 'machine', 'person'])

export const pageViewSchema = z.object({
  page: z.number(),
  width: z.number().describe('Points (1/72 inch).'),
  height: z.number(),
  image: z.string().nullable().describe("Content hash of the page's picture, or null: then `text` is shown."),
  text: z.string(),
  lines: z.array(pageLineSchema),
  facts: pageFactsSchema,
})
export type PageView = z.infer<typeof pageViewSchema>

export const documentViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  bytes: z.number(),
  hash: z.string(),
  documentType: z.string().nullable(),
  language: z.string().nullable(),
  pages: z.number().nullable(),
  vetted: vettedSchema,
  run: z.string().nullable(),
  sources: z.array(z.string()),
  indexedAt: instantSchema.nullable(),
  chunks: z.number(),
  createdAt: instantSchema,
})
export type DocumentView = z.infer<typeof documentViewSchema>

export const documentFilterSchema = z.strictObject({ text: z.string().optional(), ...pageQuery })
export type DocumentFilter = z.infer<typeof documentFilterSchema>

export const searchHitSchema = z.object({
  document: z.string(),
  name: z.string(),
  chunk: z.number(),
  text: z.string(),
  heading: z.string().nullable(),
  page: z.number().nullable(),
  vetted: vettedSchema,
  score: z.number(),
  vector: z.number().optional().describe('Cosine similarity and text score; absent where that leg did not find the chunk.'),
  fullText: z.number().optional(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** How a document is to be read. */
const ingestSettingsSchema = z.strictObject({
  documentType: z.string().optional().describe('Read it as this type instead of guessing.'),
  language: z.string().optional(),
  clientKey: z.string().optional(),
  again: z.boolean().optional(),
})

/** What is taken in over HTTP: an address, or the name of a file whose bytes come beside it. */
export const ingestAddressSchema = ingestSettingsSchema.extend({ url: z.string() })
export const ingestUploadSchema = ingestSettingsSchema.extend({ name: z.string() })

/** `bytes` with `name`: an upload. `path` is read here, in the caller's process. */
export type IngestInput = z.infer<typeof ingestSettingsSchema> & ({ path: string } | { url: string } | { name: string; bytes: Uint8Array })

export const ingestResultSchema = z.object({ run: z.string(), document: z.string(), duplicate: z.boolean() })
/** `duplicate`: the same bytes were ingested before; `run` is that earlier run and nothing new was started. */
export type IngestResult = z.infer<typeof ingestResultSchema>
