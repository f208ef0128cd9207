import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { type RunContext, runContext } from '../../../engine/run-context.ts'
import { speechRegions } from '../../../models/speech/speech-regions.ts'
import type { VoiceMemory } from '../../../models/speech/voice-activity.ts'
import { samplesOf } from '../../../sources/audio/open-recording.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { FailedPart, IngestStateType, IngestUpdate, RecordingState } from '../state.ts'
import { loadRecording } from './load-recording.ts'
import { splitSpeech } from './split-speech.ts'

/**
 * Finds speech in the recording and cuts it into parts; decodes the recording first where it was fetched by another branch. Errors:
 * `no_text` where nobody speaks, `model_missing`, and those of decoding.
 */
export function createAudioSplitter(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { hash, name, document } = loaded(state)
    const context = runContext(config)
    const recording = state.recording?.of === hash ? state.recording : await loadRecording(deps, { hash, name }, context)
    const chances = await listen(deps, recording, context)
    const audio_parts = splitSpeech(speechRegions(chances), chances, recording.seconds)
    if (audio_parts.length === 0) {
      const broken = recording.problem === null ? '' : ` ${recording.problem}`
      const message = `${name} holds no speech: it is silent, or what is heard in it are no words.${broken}`
      throw new CountersignError('no_text', message, { document, seconds: Math.round(recording.seconds) })
    }
    const { of, slices, seconds, problem } = recording
    const failed: FailedPart[] = problem === null ? [] : [{ part: audio_parts.length + 1, code: 'unreadable_file', message: problem }]
    return { recording: { of, slices, seconds, problem }, audio_parts, pages: audio_parts.length, failed }
  }
}

/** The chances of speech of the whole recording, slice by slice. */
async function listen({ blobs, voice }: IngestDeps, { slices }: RecordingState, { signal, heartbeat }: RunContext): Promise<Float32Array> {
  const heard: Float32Array[] = []
  let memory: VoiceMemory | null = null
  for (const [index, slice] of slices.entries()) {
    const samples = samplesOf(await blobs.get(slice))
    const reply = await voice.listen({ samples, memory, signal })
    heard.push(reply.chances)
    memory = reply.memory
    heartbeat({ slice: index + 1, of: slices.length })
  }
  const chances = new Float32Array(heard.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of heard) {
    chances.set(part, at)
    at += part.length
  }
  return chances
}
