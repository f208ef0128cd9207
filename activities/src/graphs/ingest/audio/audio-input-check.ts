import { CountersignError } from '@countersign/workflows/contract'
import { openRecording } from '../../../sources/audio/open-recording.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/**
 * Checks that a recording can be heard before anything is decoded: there is a model, its format is known, it is not too long. Errors:
 * `model_missing`, `unsupported_type`, `unreadable_file`, `too_large`.
 */
export function createAudioInputCheck(deps: IngestDeps) {
  return async (state: IngestStateType): Promise<IngestUpdate> => {
    const { hash, name } = loaded(state)
    if (deps.speech === null) {
      const message = `${name} is a recording, and no model that writes down speech is set: set COUNTERSIGN_SPEECH to local, mistral or openai.`
      throw new CountersignError('model_missing', message, { variable: 'COUNTERSIGN_SPEECH' })
    }
    const recording = await openRecording(await deps.blobs.get(hash), { name, maxSeconds: deps.maxSeconds })
    await recording.close()
    return { title: state.title ?? recording.title, error: null, failed: null, recording: null, read_windows: null }
  }
}
