import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { serve } from '../testing/serve.ts'
import { createWebClient } from '../web-client.ts'
import { videoIdOf } from './video-address.ts'
import { transcriptPages } from './video-transcript.ts'
import { createYoutubeClient } from './youtube-client.ts'

const ID = 'dQw4w9WgXcQ'
const ask = createWebClient({ allowPrivate: true })
const { signal } = new AbortController()

interface Track {
  language: string
  automatic?: boolean
  body: string
}

/** The parts of YouTube that are asked: the players' interface, the watch page, captions and recordings, in the shapes they have. */
interface Fake {
  tracks?: Track[]
  /** What the watch page lists; the same as the app otherwise. */
  webTracks?: Track[]
  app?: Record<string, unknown> | number
  web?: Record<string, unknown> | number
  audio?: { bytes: Uint8Array; status?: number }
}

function youtube({ tracks = [], webTracks = tracks, app = {}, web = {}, audio }: Fake): RequestListener {
  const response = (base: string, list: Track[], kind: 'app' | 'web', more: Record<string, unknown>) => ({
    responseContext: { visitorData: 'x' },
    playabilityStatus: { status: 'OK', playableInEmbed: true },
    videoDetails: { videoId: ID, title: 'A “talk” {on} heat', lengthSeconds: '212', author: 'Ann', isLiveContent: false },
    captions: {
      playerCaptionsTracklistRenderer: {
        captionTracks: list.map(({ language, automatic }, at) => ({
          baseUrl: `${base}/api/timedtext?v=${ID}&lang=${language}&track=${kind}-${at}&fmt=srv3`,
          name: { runs: [{ text: language }] },
          vssId: `.${language}`,
          languageCode: language,
          ...(automatic ? { kind: 'asr' } : {}),
          isTranslatable: true,
        })),
        audioTracks: [{ captionTrackIndices: [0] }],
      },
    },
    streamingData: {
      expiresInSeconds: '21540',
      adaptiveFormats: [
        { itag: 137, mimeType: 'video/mp4; codecs="avc1.640028"', url: `${base}/video`, bitrate: 1 },
        { itag: 251, mimeType: 'audio/webm; codecs="opus"', url: `${base}/opus`, bitrate: 1 },
        { itag: 140, mimeType: 'audio/mp4; codecs="mp4a.40.2"', signatureCipher: 's=x&url=y', bitrate: 2 },
        ...(audio
          ? [{ itag: 139, mimeType: 'audio/mp4; codecs="mp4a.40.5"', url: `${base}/recording`, bitrate: 3, contentLength: '9' }]
          : []),
      ],
    },
    ...more,
  })
  return (request, answer) => {
    const base = `http://${request.headers.host}`
    const url = new URL(request.url ?? '', base)
    const json = (body: unknown) => answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/youtubei/v1/player' && request.method === 'POST') {
      if (typeof app === 'number') answer.writeHead(app).end()
      else json(response(base, tracks, 'app', app))
    } else if (url.pathname === '/watch') {
      const body = typeof web === 'number' ? {} : response(base, webTracks, 'web', web)
      const script = `<script nonce="x">var ytInitialPlayerResponse = ${JSON.stringify(body)};var meta = document.createElement('meta');</script>`
      const consent = /SOCS=/.test(request.headers.cookie ?? '') ? script : '<form action="https://consent.youtube.com/s">'
      answer.writeHead(typeof web === 'number' ? web : 200, { 'content-type': 'text/html' }).end(`<html><body>${consent}</body></html>`)
    } else if (url.pathname === '/api/timedtext' && url.searchParams.get('fmt') === 'json3') {
      const [kind, at] = url.searchParams.get('track')?.split('-') ?? []
      answer.end((kind === 'app' ? tracks : webTracks)[Number(at)]?.body ?? '')
    } else if (url.pathname === '/recording' && audio) {
      const [from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')?.slice(1) ?? []).map(Number)
      const part = audio.bytes.subarray(from, to + 1)
      answer.writeHead(audio.status ?? 206, { 'content-range': `bytes ${from}-${from + part.length - 1}/${audio.bytes.length}` }).end(part)
    } else answer.writeHead(404).end()
  }
}

const json3 = (...lines: [start: number, duration: number, text: string][]): string =>
  JSON.stringify({
    wireMagic: 'pb3',
    events: [
      { tStartMs: 0, dDurationMs: 212_000, id: 1, wpWinPosId: 1 },
      ...lines.flatMap(([tStartMs, dDurationMs, text]) => [
        {
          tStartMs,
          dDurationMs,
          segs: text.split(' ').map((word, at) => ({ utf8: at === 0 ? word : ` ${word}`, tOffsetMs: at * 100, acAsrConf: 0 })),
        },
        { tStartMs: tStartMs + 10, dDurationMs, aAppend: 1, segs: [{ utf8: '\n' }] },
      ]),
    ],
  })

async function read(fake: Fake, language: string | null = null) {
  const { base, asked } = await serve(youtube(fake))
  return { ...(await createYoutubeClient({ ask, base }).read({ id: ID, language, signal })), asked }
}

test.each([
  ID,
  `https://www.youtube.com/watch?v=${ID}&t=42s`,
  `https://m.youtube.com/watch?app=desktop&v=${ID}`,
  `https://youtu.be/${ID}?si=abc`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}?rel=0`,
  `http://youtube.com/live/${ID}/`,
  `https://music.youtube.com/watch?v=${ID}`,
])('%s is a video', (address) => {
  expect(videoIdOf(address)).toBe(ID)
})

test.each([
  'https://www.youtube.com/@ann',
  'https://www.youtube.com/playlist?list=PL123',
  `https://example.org/watch?v=${ID}`,
  'short',
  'https://youtu.be/',
])('%s is none', (address) => {
  expect(videoIdOf(address)).toBeNull()
})

describe('a transcript', () => {
  test('comes line by line with its times, and who made it', async () => {
    const { title, transcript, asked } = await read({
      tracks: [{ language: 'en', body: json3([1200, 3000, 'Hello  there'], [2500, 3000, 'and more']) }],
    })
    expect(title).toBe('A “talk” {on} heat')
    expect(transcript).toEqual({
      video: { id: ID, title, author: 'Ann', seconds: 212, url: `https://www.youtube.com/watch?v=${ID}` },
      language: 'en',
      automatic: false,
      segments: [
        { from: 1.2, to: 2.5, text: 'Hello there' },
        { from: 2.5, to: 5.5, text: 'and more' },
      ],
    })
    expect(asked.map((path) => path.split('?')[0])).toEqual(['/youtubei/v1/player', '/api/timedtext'])
  })

  test('is read from srv3 and from the older XML just the same', async () => {
    const srv3 = `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><body><p t="1200" d="1300"><s ac="0">Tom</s><s t="300"> &amp; Ann&#39;s</s></p><p t="2500" d="10" a="1">\n</p></body></timedtext>`
    const old = `<?xml version="1.0" encoding="utf-8" ?><transcript><text start="1.2" dur="1.3">Tom &amp;amp; &lt;i&gt;Ann&amp;#39;s&lt;/i&gt;</text><text start="2.5" dur="0.01"></text></transcript>`
    for (const body of [srv3, old]) {
      expect((await read({ tracks: [{ language: 'en', body }] })).transcript?.segments).toEqual([
        { from: 1.2, to: 2.5, text: "Tom & Ann's" },
      ])
    }
  })

  test('tells how sure speech recognition was, where that is given', async () => {
    const body = JSON.stringify({
      events: [
        {
          tStartMs: 0,
          dDurationMs: 1000,
          segs: [
            { utf8: 'one', acAsrConf: 255 },
            { utf8: ' two', acAsrConf: 51 },
          ],
        },
      ],
    })
    const { transcript } = await read({ tracks: [{ language: 'en', automatic: true, body }] })
    expect(transcript).toMatchObject({ automatic: true, segments: [{ text: 'one two', confidence: 0.2 }] })
  })

  const tracks = (...list: string[]): Track[] =>
    list.map((name, at) => {
      const automatic = name.endsWith('*')
      return { language: name.replace('*', ''), automatic, body: json3([0, 1000, `track ${at}`]) }
    })

  test.each([
    [['en*', 'fr', 'en'], 'en', 'track 2'],
    [['en*', 'fr'], 'en', 'track 0'],
    [['en', 'en-GB', 'en*'], 'en-GB', 'track 1'],
    [['pt-BR', 'en*'], 'pt', 'track 0'],
    [['fr', 'en*', 'en'], null, 'track 2'],
    [['fr', 'en*'], 'de', 'track 1'],
    [['fr', 'es'], 'de', 'track 0'],
  ])('of %j for %s is %s', async (list, language, expected) => {
    expect((await read({ tracks: tracks(...list) }, language)).transcript?.segments[0]?.text).toBe(expected)
  })

  test('that the app is refused is asked for as the web page does', async () => {
    const body = json3([0, 1000, 'from the page'])
    for (const app of [400, { playabilityStatus: { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' } }]) {
      const { transcript } = await read({ app, tracks: [{ language: 'en', body }] })
      expect(transcript?.segments[0]?.text).toBe('from the page')
    }
    const { transcript } = await read({ tracks: [{ language: 'en', body: '' }], webTracks: [{ language: 'en', body }] })
    expect(transcript?.segments[0]?.text).toBe('from the page')
  })

  test('that is empty, as without a proof of origin, is none', async () => {
    expect(await read({ tracks: [{ language: 'en', body: '' }] })).toMatchObject({ transcript: null, title: 'A “talk” {on} heat' })
    expect(await read({ tracks: [] })).toMatchObject({ transcript: null })
  })

  test('becomes pages of five minutes', async () => {
    const { transcript } = await read({
      tracks: [{ language: 'en', body: json3([1000, 2000, 'first'], [299_000, 2000, 'second'], [700_000, 1000, 'third']) }],
    })
    const pages = transcript === null ? [] : transcriptPages(transcript)
    expect(pages.map(({ page, text, facts }) => ({ page, text, time: facts.time }))).toEqual([
      { page: 1, text: 'first\nsecond', time: { from: 1, to: 301 } },
      { page: 2, text: 'third', time: { from: 700, to: 701 } },
    ])
    expect(pages[0]?.lines[1]).toMatchObject({ text: 'second', time: { from: 299, to: 301 } })
  })
})

describe('a video that YouTube does not give', () => {
  const status = (code: string, reason: string, subreason?: string) => ({
    playabilityStatus: {
      status: code,
      reason,
      errorScreen: { playerErrorMessageRenderer: { subreason: subreason === undefined ? undefined : { runs: [{ text: subreason }] } } },
    },
  })

  test.each([
    ['removed', status('ERROR', 'This video is unavailable'), 'not_found'],
    ['removed', status('UNPLAYABLE', 'Video unavailable', 'This video has been removed by the uploader'), 'not_found'],
    ['private', status('LOGIN_REQUIRED', 'This video is private'), 'not_found'],
    [
      'age_restricted',
      status('LOGIN_REQUIRED', 'Sign in to confirm your age', 'This video may be inappropriate for some users.'),
      'no_transcript',
    ],
    ['age_restricted', status('AGE_VERIFICATION_REQUIRED', 'Confirm'), 'no_transcript'],
    ['live', status('LIVE_STREAM_OFFLINE', 'This live event will begin in 3 hours.'), 'no_transcript'],
    ['live', { videoDetails: { videoId: ID, title: 'now', isLive: true } }, 'no_transcript'],
    [
      'region_locked',
      status('UNPLAYABLE', 'Video unavailable', 'The uploader has not made this video available in your country'),
      'no_transcript',
    ],
    ['paid', status('UNPLAYABLE', 'Join this channel to get access to members-only content'), 'no_transcript'],
    ['not_a_bot', status('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot'), 'unavailable'],
    ['unplayable', status('UNPLAYABLE', 'Playback is not possible'), 'no_transcript'],
  ])('is %s', async (reason, both, code) => {
    await expect(read({ app: both, web: both })).rejects.toMatchObject({ code, details: { video: ID, reason } })
  })

  test('is asked for later where the site itself fails', async () => {
    await expect(read({ app: 500, web: 503 })).rejects.toMatchObject({ code: 'unavailable', retryable: true })
  })

  test('is named where its answers have a shape that is not known', async () => {
    await expect(read({ app: 404, web: { playabilityStatus: 7 } })).rejects.toMatchObject({
      code: 'no_transcript',
      details: { reason: 'unreadable' },
    })
  })
})

describe('a recording', () => {
  const record = async (fake: Fake, maxBytes = 1e9) => {
    const { base, asked } = await serve(youtube(fake))
    return { ...(await createYoutubeClient({ ask, base }).audio({ id: ID, signal, maxBytes })), asked }
  }

  test('is taken in stretches, in a format that can be decoded', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, 'abc')
    const taken = await record({ audio: { bytes } })
    expect(Buffer.compare(taken.bytes, bytes)).toBe(0)
    expect(taken.asked.filter((path) => path === '/recording')).toHaveLength(3)
  })

  test('that is too large is refused before all of it is here', async () => {
    await expect(record({ audio: { bytes: Buffer.alloc(20 * 1024 * 1024) } }, 10 * 1024 * 1024)).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  test('whose address is not given, or not to us, is an error that says what to do', async () => {
    for (const fake of [{}, { audio: { bytes: Buffer.from('x'), status: 403 } }]) {
      await expect(record(fake)).rejects.toMatchObject({
        code: 'no_transcript',
        message: expect.stringContaining('Ingest the recording itself'),
      })
    }
  })
})
