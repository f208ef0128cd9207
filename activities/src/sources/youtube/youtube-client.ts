import { CountersignError } from '@countersign/workflows/contract'
import { isSuccess, refusedAnswer, type WebAnswer, type WebClient } from '../web-client.ts'
import { chooseTrack, isAutomatic } from './choose-track.ts'
import { downloadAudio } from './download-audio.ts'
import { parseCaptions } from './parse-captions.ts'
import { type PlayerResponse, playerResponseSchema, tracksOf } from './player-response.ts'
import { refusalOf } from './refusal.ts'
import { videoUrl } from './video-address.ts'
import type { VideoTranscript } from './video-transcript.ts'
import { readWatchPage } from './watch-page.ts'

export interface VideoQuestion {
  id: string
  signal: AbortSignal
}

/**
 * What YouTube tells of a video, as its own players ask for it; no key, no account. Errors of all: `not_found` (removed, private),
 * `no_transcript` (age-restricted, live, locked in a region, paid), `unavailable` (worth a retry). Safe to retry.
 */
export interface YoutubeClient {
  /** Title and transcript; `transcript` is null where YouTube has no captions, or gives none to programs. */
  read(question: VideoQuestion & { language: string | null }): Promise<{ title: string; transcript: VideoTranscript | null }>
  /** The recording, in a format that can be decoded. Error `no_transcript` where YouTube gives no address for it, `too_large`. */
  audio(question: VideoQuestion & { maxBytes: number }): Promise<{ bytes: Uint8Array; title: string }>
}

const MAX_BYTES = 20 * 1024 * 1024
/** The app's client: the captions it is given need no proof of where they are asked from, as those of the web player do. */
const APP = {
  clientName: 'ANDROID',
  clientVersion: '20.10.38',
  androidSdkVersion: 30,
  osName: 'Android',
  osVersion: '11',
  hl: 'en',
  gl: 'US',
}
const APP_AGENT = `com.google.android.youtube/${APP.clientVersion} (Linux; U; Android 11) gzip`
/** Says that the page about cookies was answered; otherwise that comes instead of the video. */
const CONSENT = 'SOCS=CAI; CONSENT=YES+'

/** `base`: where YouTube is; another place in tests. */
export function createYoutubeClient({ ask, base = 'https://www.youtube.com' }: { ask: WebClient; base?: string }): YoutubeClient {
  return {
    async read({ id, language, signal }) {
      const { played, title } = await findVideo({ id, signal })
      for (const source of played) {
        const response = await source()
        const track = response === null ? null : chooseTrack(tracksOf(response), language)
        if (response === null || track === null) continue
        const segments = parseCaptions(await captions(track.baseUrl, signal))
        if (segments.length === 0) continue
        const { author = '', lengthSeconds = segments.at(-1)?.to ?? 0 } = response.videoDetails ?? {}
        const video = { id, title, author, seconds: lengthSeconds, url: videoUrl(id) }
        return { title, transcript: { video, language: track.languageCode, automatic: isAutomatic(track), segments } }
      }
      return { title, transcript: null }
    },
    async audio({ id, signal, maxBytes }) {
      const { played, title } = await findVideo({ id, signal })
      for (const source of played) {
        const formats = (await source())?.streamingData?.adaptiveFormats ?? []
        const bytes = await downloadAudio(ask, formats, { signal, maxBytes })
        if (bytes !== null) return { bytes, title }
      }
      const message = 'The video has no captions, and YouTube gives no recording of it to programs. Ingest the recording itself as audio.'
      throw new CountersignError('no_transcript', message, { video: id, reason: 'no_captions' })
    },
  }

  /** The app's answer, and the watch page's where that is needed; at least one of them plays the video. */
  async function findVideo({ id, signal }: VideoQuestion) {
    const app = await askPlayer(id, signal)
    const refusal = app === null ? null : refusalOf(id, app)
    const watch = once(() => askWatchPage(id, signal))
    if (app === null || refusal !== null) {
      const page = await watch()
      const again = page === null ? null : refusalOf(id, page)
      if (page === null || again !== null) throw refusal ?? again ?? unreadable(id)
      return { title: titleOf(page), played: [watch] }
    }
    return { title: titleOf(app), played: [async () => app, watch] }
  }

  async function askPlayer(id: string, signal: AbortSignal): Promise<PlayerResponse | null> {
    const answer = await ask(`${base}/youtubei/v1/player?prettyPrint=false`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': APP_AGENT },
      body: JSON.stringify({ context: { client: APP }, videoId: id, contentCheckOk: true, racyCheckOk: true }),
      maxBytes: MAX_BYTES,
      signal,
    })
    if (!isSuccess(answer)) return null
    const parsed = playerResponseSchema.safeParse(parseJson(answer))
    return parsed.success && parsed.data.playabilityStatus !== undefined ? parsed.data : null
  }

  async function askWatchPage(id: string, signal: AbortSignal): Promise<PlayerResponse | null> {
    const url = `${base}/watch?v=${id}&hl=en&bpctr=9999999999&has_verified=1`
    const answer = await ask(url, { headers: { cookie: CONSENT, 'accept-language': 'en' }, maxBytes: MAX_BYTES, signal })
    if (!isSuccess(answer)) throw refusedAnswer(answer)
    return readWatchPage(Buffer.from(answer.bytes).toString())
  }

  async function captions(track: string, signal: AbortSignal): Promise<string> {
    const url = new URL(track, base)
    url.searchParams.set('fmt', 'json3')
    const answer = await ask(url.href, { maxBytes: MAX_BYTES, signal })
    if (answer.status === 429 || answer.status >= 500) throw refusedAnswer(answer)
    return isSuccess(answer) ? Buffer.from(answer.bytes).toString() : ''
  }
}

const titleOf = ({ videoDetails }: PlayerResponse): string => videoDetails?.title ?? ''

function parseJson({ bytes }: WebAnswer): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return null
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

const unreadable = (id: string): CountersignError =>
  new CountersignError(
    'no_transcript',
    'YouTube answers in a way that this version does not understand. Ingest the recording or a transcript as a file instead.',
    { video: id, reason: 'unreadable' },
  )
