import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'
import { loadRecording } from './load-recording.ts'

/** Decodes the recording. Errors: `unreadable_file`, `too_large`. Safe to retry. */
export function createAudioLoader(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { title, ...recording } = await loadRecording(deps, loaded(state), runContext(config))
    return { recording, title: state.title ?? title }
  }
}
