import type { DocumentKind } from '@countersign/workflows/contract'
import { z } from 'zod'
import { parseInput } from './parse-input.ts'
import { checkText } from './storable.ts'
import type { IngestInput } from './types.ts'

const settingsSchema = z.object({
  documentType: z.string().min(1).max(100).optional(),
  language: z.string().min(1).max(35).optional(),
  clientKey: z.string().min(1).max(200).optional(),
  again: z.boolean().optional(),
})
/** How a document is to be ingested, whatever it is. */
export type IngestSettings = z.infer<typeof settingsSchema>

/** Throws `invalid_input`, naming the setting. */
export function checkIngest(input: IngestInput): IngestSettings {
  const settings = parseInput(settingsSchema, input)
  checkText('The input', [settings.documentType, settings.language, settings.clientKey].join(''))
  return settings
}

/** The input of a run of the graph `ingest`. Without `hash`, the run fetches `url` itself. */
export interface IngestRunInput {
  document: string
  hash?: string
  name: string
  kind: DocumentKind | null
  documentType: string | null
  language: string | null
  source: string
  url?: string
}
