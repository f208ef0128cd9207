import { access } from 'node:fs/promises'
import path from 'node:path'
import { CountersignError } from '@countersign/workflows/contract'

/** Error `model_missing` where a model's file isn't there: it names what to install. */
export async function requireModel(wanted: { folder: string; file: string; model: string; what: string }): Promise<void> {
  const { folder, file, model, what } = wanted
  const there = await access(path.join(folder, file)).then(
    () => true,
    () => false,
  )
  if (there) return
  throw new CountersignError(
    'model_missing',
    `The model that ${what} is not in ${folder} (no ${file}). Run \`countersign models install ${model}\`, or set COUNTERSIGN_MODELS to the folder that holds it.`,
    { folder, file, model },
  )
}

/** What went wrong in a model's thread or process, as `model_failed`; `which` ends the words "The model". */
export function asSpeechError(error: unknown, which: string): unknown {
  if (error instanceof CountersignError || (error instanceof Error && error.name === 'AbortError')) return error
  const why = error instanceof Error ? error.message : String(error)
  return new CountersignError('model_failed', `The model ${which} failed: ${why}`, {}, { cause: error })
}
