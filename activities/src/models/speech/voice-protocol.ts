import type { VoiceMemory, VoiceReply } from './voice-activity.ts'

/** What the thread of the voice detector is given, is asked and answers. */
export interface VoiceThreadData {
  folder: string
}

export interface VoiceThreadRequest {
  samples: Float32Array
  memory: VoiceMemory | null
}

export type VoiceThreadReply = VoiceReply
