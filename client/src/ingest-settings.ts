import { CountersignError, type DocumentKind, type InputType, type Strategy } from '@countersign/workflows/contract'
import { checkLanguage } from './check-language.ts'
import { parseInput } from './parse-input.ts'
import { type IngestInput, type IngestSettings, ingestSettingsSchema } from './schemas/documents.ts'
import { checkText } from './storable.ts'

/** Throws `invalid_input`, naming the setting. */
export function checkIngest(input: IngestInput): IngestSettings {
  const settings = parseInput(ingestSettingsSchema, input)
  checkText('The input', [settings.documentType, settings.language, settings.clientKey].join(''))
  if (settings.depth !== undefined && !('url' in input)) {
    throw new CountersignError('invalid_input', 'depth: only the links of a web address can be followed.')
  }
  return settings.language === undefined ? settings : { ...settings, language: checkLanguage(settings.language) }
}

/** The input of a run of the graph `ingest`. Without `hash`, the run fetches `url` itself. */
export interface IngestRunInput extends IngestRunSettings {
  document: string
  hash?: string
  name: string
  kind: DocumentKind | null
  source: string
  url?: string
}

interface IngestRunSettings {
  claimed: InputType | DocumentKind | null
  documentType: string | null
  language: string | null
  strategy: Strategy | null
  enrich: boolean | null
  depth: number | null
}

/** What the run is told of how the document is to be read. */
export function runSettings({ kind, documentType, language, strategy, enrich, depth }: IngestSettings): IngestRunSettings {
  return {
    claimed: kind ?? null,
    documentType: documentType ?? null,
    language: language ?? null,
    strategy: strategy ?? null,
    enrich: enrich ?? null,
    depth: depth ?? null,
  }
}
