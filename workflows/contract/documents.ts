import { z } from 'zod'

/** What a document is, by its content: files by their format; a crawled website and a YouTube video are kinds of their own. */
export const DOCUMENT_KINDS = [
  'pdf',
  'text',
  'markdown',
  'html',
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'ods',
  'odp',
  'epub',
  'eml',
  'csv',
  'image',
  'audio',
  'youtube',
  'website',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** The six kinds of resource, each with a branch of its own in the ingest graph. */
export const INPUT_TYPES = ['text', 'document', 'image', 'audio', 'youtube', 'website'] as const
export type InputType = (typeof INPUT_TYPES)[number]

/** The branch that reads a document of this kind. */
export function inputTypeOf(kind: DocumentKind): InputType {
  if (kind === 'text' || kind === 'image' || kind === 'audio' || kind === 'youtube' || kind === 'website') return kind
  return 'document'
}

/** How the pages of a PDF are read; `auto`: the analyser decides page by page. */
export const STRATEGIES = ['auto', 'split_pages', 'split_size', 'parse_only', 'ocr_only', 'hybrid'] as const
export type Strategy = (typeof STRATEGIES)[number]

export const CHUNK_KINDS = ['text', 'table', 'code', 'formula'] as const
export type ChunkKind = (typeof CHUNK_KINDS)[number]

/** Seconds from the beginning of a recording. */
export const timeSpanSchema = z.object({ from: z.number().min(0), to: z.number().min(0) })

/** A line of a page: its box as fractions of the page (all 0 in a recording), what a reader of pictures or speech knows of it. */
export const pageLineSchema = z.object({
  text: z.string(),
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  confidence: z.number().optional().describe('How sure the reader of pictures or speech is, 0..1; absent where nothing was guessed.'),
  time: timeSpanSchema.optional(),
})
export type PageLine = z.infer<typeof pageLineSchema>

/** What is known of how a page was read. A page of a recording is a part of it, a page of a website one address. */
export const pageFactsSchema = z.object({
  reading: z
    .enum(['text', 'ocr', 'hybrid', 'speech', 'failed'])
    .optional()
    .describe('Where the text is from: the file, a reader of pictures, both, speech; `failed`: nothing could be read, see `problem`.'),
  confidence: z.number().optional().describe('How sure the reader is of the page as a whole, 0..1.'),
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).optional(),
  problem: z.string().optional().describe('Why the page could not be read, or what is doubtful about it.'),
  hidden: z.array(z.string()).optional().describe('Text that nobody sees on the page: in no prompt and in no chunk.'),
  title: z.string().optional(),
  url: z.string().optional(),
  time: timeSpanSchema.optional(),
})
export type PageFacts = z.infer<typeof pageFactsSchema>
