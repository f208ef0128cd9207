import type { DocumentKind, Field } from '@countersign/workflows/contract'
import { Annotation } from '@langchain/langgraph'
import type { FieldValue } from '../../models/extractor.ts'
import type { Piece } from '../../retrieval/split-text.ts'
import type { TextQuality } from '../../sources/text-quality.ts'

/** What was read from a document, field by field. */
export interface Extraction {
  documentType: string
  extractor: string
  fields: Field[]
}

/** A reading that a reviewer sent back: why, and what it was. */
export interface Rejection {
  reason: string
  by: string
  values: Record<string, FieldValue>
}

/** Vectors of the pieces, in order: 32-bit floats, little endian, base64. */
export interface Vectors {
  model: string
  dimension: number
  data: string
}

/** What the door starts a run with. `hash` is missing for a `url`, which the first node fetches. */
export const IngestInput = Annotation.Root({
  document: Annotation<string | null>,
  hash: Annotation<string | null>,
  name: Annotation<string>,
  kind: Annotation<DocumentKind | null>,
  documentType: Annotation<string | null>,
  language: Annotation<string | null>,
  source: Annotation<string>,
  url: Annotation<string | null>,
})

/** The state of an ingest run. Pages and pictures lie in Postgres and the blob store, by document and hash. */
export const IngestState = Annotation.Root({
  ...IngestInput.spec,
  title: Annotation<string | null>,
  pages: Annotation<number>,
  /** Pages that show something but hold no text. */
  picturePages: Annotation<number[]>,
  text: Annotation<string>,
  pageStarts: Annotation<number[]>,
  quality: Annotation<TextQuality>,
  extraction: Annotation<Extraction>,
  /** Why a person must look, a sentence each; empty: nobody needs to. */
  doubts: Annotation<string[]>,
  rejections: Annotation<Rejection[]>({ reducer: (before, added) => [...before, ...added], default: () => [] }),
  vetted: Annotation<'none' | 'machine' | 'person'>,
  pieces: Annotation<Piece[]>,
  vectors: Annotation<Vectors | null>,
  /** How many pieces are searchable now. */
  indexed: Annotation<number>,
})

export type IngestStateType = typeof IngestState.State
export type IngestUpdate = typeof IngestState.Update
