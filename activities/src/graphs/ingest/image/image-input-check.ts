import { CountersignError } from '@countersign/workflows/contract'
import type { IngestDeps } from '../ingest-deps.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/** Says at once when nothing is set that could read a picture, before anything is decoded. Error `model_missing`. */
export function createImageInputCheck({ ocr, vision }: Pick<IngestDeps, 'ocr' | 'vision'>) {
  return async ({ name }: IngestStateType): Promise<IngestUpdate> => {
    if (ocr !== null || vision !== null) return { error: null }
    throw new CountersignError(
      'model_missing',
      `${name} is a picture, and nothing is set to read pictures: set COUNTERSIGN_OCR to local or mistral, or COUNTERSIGN_VISION_MODEL.`,
      { name },
    )
  }
}
