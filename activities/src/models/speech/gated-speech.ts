import type { SpeechReader, SpeechSegment } from '../speech-reader.ts'
import { isStuck } from './compression.ts'
import { isSound } from './say-segments.ts'
import { meanChance, speechRegions } from './speech-regions.ts'
import type { VoiceDetector } from './voice-activity.ts'

/** What a segment is still worth in a transcript that repeats itself. */
const STUCK = 0.3
/** Where silence is likelier than this nothing was said, whatever the model wrote. */
export const SILENT = 0.75

/**
 * A reader whose words are checked against a voice detector: silence is not sent to it at all, and what it writes where nobody speaks, or
 * to name a sound, is dropped. Its confidence stays its own, but for transcripts that repeat themselves.
 */
export function createGatedSpeech(reader: SpeechReader, voice: VoiceDetector): SpeechReader {
  return {
    name: `${reader.name}+${voice.name}`,
    transcribe: async (request) => {
      const { chances } = await voice.listen({ samples: request.samples, memory: null, signal: request.signal })
      if (speechRegions(chances).length === 0) return { language: null, segments: [] }
      const { language, segments } = await reader.transcribe(request)
      const factor = isStuck(segments.map(({ text }) => text).join(' ')) ? STUCK : 1
      const kept = segments.flatMap((segment): SpeechSegment[] => {
        const noSpeech = Math.max(segment.noSpeech, 1 - meanChance(chances, segment.from, segment.to))
        if (noSpeech > SILENT || isSound(segment.text)) return []
        return [{ ...segment, confidence: segment.confidence * factor, noSpeech }]
      })
      return { language: kept.length === 0 ? null : language, segments: kept }
    },
    close: async () => {
      await Promise.all([reader.close(), voice.close()])
    },
  }
}
