import type { IngestSettings } from '@countersign/client'

// Written out, so that the command need not load the client to show its help; a name that is missing is a type error.
const KINDS: Record<NonNullable<IngestSettings['kind']>, true> = {
  text: true,
  document: true,
  image: true,
  audio: true,
  youtube: true,
  website: true,
  pdf: true,
  markdown: true,
  html: true,
  docx: true,
  pptx: true,
  xlsx: true,
  odt: true,
  ods: true,
  odp: true,
  epub: true,
  eml: true,
  csv: true,
}
const STRATEGIES: Record<NonNullable<IngestSettings['strategy']>, true> = {
  auto: true,
  split_pages: true,
  split_size: true,
  parse_only: true,
  ocr_only: true,
  hybrid: true,
}

export const KIND_NAMES = Object.keys(KINDS)
export const STRATEGY_NAMES = Object.keys(STRATEGIES)
