import { z } from 'zod'

// What is read of YouTube's own player response; it holds much more. Every part may be missing.
const text = z.union([
  z.object({ simpleText: z.string() }).transform(({ simpleText }) => simpleText),
  z.object({ runs: z.array(z.object({ text: z.string() })) }).transform(({ runs }) => runs.map((run) => run.text).join('')),
])
const seconds = z.coerce.number().min(0)

const captionTrackSchema = z.object({
  baseUrl: z.string(),
  languageCode: z.string(),
  name: text.optional().catch(undefined),
  /** `asr`: made by speech recognition. */
  kind: z.string().optional(),
})
export type CaptionTrack = z.infer<typeof captionTrackSchema>

const formatSchema = z.object({
  mimeType: z.string(),
  /** Missing where the address must be worked out from a cipher. */
  url: z.string().optional(),
  bitrate: z.number().optional(),
  contentLength: z.coerce.number().optional(),
  audioTrack: z.object({ audioIsDefault: z.boolean().optional() }).optional(),
})
export type MediaFormat = z.infer<typeof formatSchema>

export const playerResponseSchema = z.object({
  playabilityStatus: z
    .object({
      status: z.string(),
      reason: z.string().optional(),
      messages: z.array(z.string()).optional(),
      errorScreen: z
        .object({ playerErrorMessageRenderer: z.object({ reason: text.optional(), subreason: text.optional() }).optional() })
        .optional()
        .catch(undefined),
    })
    .optional(),
  videoDetails: z
    .object({
      videoId: z.string(),
      title: z.string(),
      author: z.string().optional(),
      lengthSeconds: seconds.optional(),
      isLive: z.boolean().optional(),
      isUpcoming: z.boolean().optional(),
    })
    .optional(),
  captions: z
    .object({ playerCaptionsTracklistRenderer: z.object({ captionTracks: z.array(captionTrackSchema).optional() }).optional() })
    .optional(),
  streamingData: z.object({ adaptiveFormats: z.array(formatSchema).optional() }).optional(),
})
export type PlayerResponse = z.infer<typeof playerResponseSchema>

export const tracksOf = ({ captions }: PlayerResponse): CaptionTrack[] => captions?.playerCaptionsTracklistRenderer?.captionTracks ?? []
