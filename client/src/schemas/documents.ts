import { DOCUMENT_KINDS, INPUT_TYPES, pageFactsSchema, pageLineSchema, STRATEGIES } from '@countersign/workflows/contract'
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
  hold: z.boolean().describe('Legal hold: neither it nor its runs are deleted.'),
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

/** How a document is to be read, whatever it is and wherever it comes from. */
export const ingestSettingsSchema = z.object({
  kind: z
    .enum([...new Set([...INPUT_TYPES, ...DOCUMENT_KINDS])])
    .optional()
    .describe(
      'What it is: one of the six types of resource, or a kind of document. Found out from its content; a claim that this contradicts is an error.',
    ),
  documentType: z.string().min(1).max(100).optional().describe('Read it as this type instead of guessing.'),
  language: z.string().min(1).max(35).optional().describe('Its language as a BCP 47 code, such as en or fr; detected otherwise.'),
  strategy: z.enum(STRATEGIES).optional().describe('How the pages of a PDF are read; by default decided page by page.'),
  enrich: z.boolean().optional().describe('Have the chat model place each chunk in its document with a sentence.'),
  depth: z.int().min(0).max(10).optional().describe('For a website: how many links to follow from its first page.'),
  clientKey: z.string().min(1).max(200).optional(),
  again: z.boolean().optional(),
})
/** How a document is to be ingested. */
export type IngestSettings = z.infer<typeof ingestSettingsSchema>

/** What is taken in over HTTP: an address, a text, or the name of a file whose bytes come beside it. */
export const ingestAddressSchema = ingestSettingsSchema.extend({ url: z.string().describe('http(s)://… or s3://bucket/key') }).strict()
export const ingestTextSchema = ingestSettingsSchema.extend({ text: z.string(), name: z.string().optional() }).strict()
export const ingestUploadSchema = ingestSettingsSchema.extend({ name: z.string() }).strict()

/**
 * `bytes` with `name`: an upload. `path` is read here, in the caller's process; `url` (http, https or s3) by the run. `text` is the document
 * itself, named after its first line where no `name` is given.
 */
export type IngestInput = IngestSettings &
  ({ path: string } | { url: string } | { name: string; bytes: Uint8Array } | { text: string; name?: string })

export const ingestResultSchema = z.object({ run: z.string(), document: z.string(), duplicate: z.boolean() })
/** `duplicate`: the same bytes were ingested before; `run` is that earlier run and nothing new was started. */
export type IngestResult = z.infer<typeof ingestResultSchema>
