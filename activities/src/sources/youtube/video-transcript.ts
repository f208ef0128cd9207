import type { PageLine } from '@countersign/workflows/contract'
import { z } from 'zod'
import { normaliseText } from '../normalise-characters.ts'
import type { SourcePage } from '../source-page.ts'

/** A line of a transcript; `from` and `to` in seconds. */
const segmentSchema = z.object({
  from: z.number(),
  to: z.number(),
  text: z.string(),
  confidence: z.number().optional().describe('How sure speech recognition was, 0..1.'),
})
export type TranscriptSegment = z.infer<typeof segmentSchema>

/** What is kept of a video: the document of the kind `youtube`. */
const videoTranscriptSchema = z.object({
  video: z.object({ id: z.string(), title: z.string(), author: z.string(), seconds: z.number(), url: z.string() }),
  language: z.string(),
  /** Made by YouTube's speech recognition, not written by a person. */
  automatic: z.boolean(),
  segments: z.array(segmentSchema).min(1),
})
export type VideoTranscript = z.infer<typeof videoTranscriptSchema>

/** A part of a transcript that is one page, in seconds. */
const PART = 300

/** A transcript as pages: a part of five minutes each, a line for each of its lines. */
export function transcriptPages({ video, automatic, segments }: VideoTranscript): SourcePage[] {
  const parts = new Map<number, TranscriptSegment[]>()
  for (const segment of segments) {
    const part = Math.floor(segment.from / PART)
    parts.set(part, [...(parts.get(part) ?? []), segment])
  }
  return [...parts.values()].map((lines, at) => {
    const time = { from: lines[0]?.from ?? 0, to: lines.at(-1)?.to ?? 0 }
    return {
      page: at + 1,
      width: 0,
      height: 0,
      text: lines.map(({ text }) => normaliseText(text)).join('\n'),
      lines: lines.map(toLine),
      picture: null,
      pictureOnly: false,
      facts: { reading: automatic ? 'speech' : 'text', time, title: video.title, url: video.url },
    }
  })
}

function toLine({ from, to, text, confidence }: TranscriptSegment): PageLine {
  const line = { text: normaliseText(text), x: 0, y: 0, w: 0, h: 0, time: { from, to } }
  return confidence === undefined ? line : { ...line, confidence }
}
