import { listPages } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VideoTranscript } from '../../../sources/youtube/video-transcript.ts'
import type { YoutubeClient } from '../../../sources/youtube/youtube-client.ts'
import { createIngestHarness, type IngestHarness, TENANT } from '../testing/ingest-harness.ts'

const ID = 'dQw4w9WgXcQ'
const ADDRESS = `https://youtu.be/${ID}?t=4`
let harness: IngestHarness
beforeAll(async () => {
  harness = await createIngestHarness()
})
afterAll(() => harness.close())

const words = 'The boiler is checked each year before the heating season begins and the result is written down in the book of the house.'
const transcript: VideoTranscript = {
  video: { id: ID, title: 'On heat', author: 'Ann', seconds: 620, url: `https://www.youtube.com/watch?v=${ID}` },
  language: 'en-GB',
  automatic: false,
  segments: Array.from({ length: 12 }, (_, at) => ({ from: at * 50, to: at * 50 + 40, text: `Part ${at}. ${words}` })),
}

/** The client itself is tested against a server that speaks YouTube's shapes. */
const youtube = (given: Partial<YoutubeClient>): YoutubeClient => ({
  read: () => Promise.reject(new Error('not asked')),
  audio: () => Promise.reject(new Error('not asked')),
  ...given,
})
const withTranscript = youtube({ read: async () => ({ title: 'On heat', transcript }) })

test('a video with captions becomes a document of parts, whose passages know their times', async () => {
  const { input, config } = harness.address(ADDRESS)
  const state = await harness.graph({ youtube: withTranscript }).invoke(input, config)
  expect(state).toMatchObject({
    input_type: 'youtube',
    kind: 'youtube',
    title: 'On heat',
    language: 'en',
    pages: 2,
    name: 'On heat',
    failed: [],
  })
  expect(state.segments).toHaveLength(12)
  const { start, end, from, to } = state.segments[3]
  expect(state.extracted_content.slice(start, end)).toContain('Part 3.')
  expect({ from, to }).toEqual({ from: 150, to: 190 })
  const pages = await listPages(harness.deps.db, { tenant: TENANT, document: String(state.document), hash: String(state.hash) })
  expect(pages.map(({ facts }) => facts)).toMatchObject([
    { reading: 'text', time: { from: 0, to: 290 }, url: transcript.video.url, title: 'On heat' },
    { time: { from: 300, to: 590 } },
  ])
  expect(state.indexed).toBeGreaterThan(0)
})

test('an address of YouTube that is no video is refused, and says what to give', async () => {
  const { input, config } = harness.address('https://www.youtube.com/@ann/videos')
  await expect(harness.graph({ youtube: youtube({}) }).invoke(input, config)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining("each video's own"),
    details: { node: 'youtube_input_check' },
  })
})

test.each(['not_found', 'no_transcript'] as const)('what YouTube does not give parks the run with its reason: %s', async (code) => {
  const refused = youtube({ read: () => Promise.reject(new CountersignError(code, 'The video is private.', { reason: 'private' })) })
  const { input, config } = harness.address(ADDRESS)
  const graph = harness.graph({ youtube: refused })
  await expect(graph.invoke(input, config)).rejects.toMatchObject({ code, details: { node: 'youtube_transcript', reason: 'private' } })
  expect((await graph.getState(config)).next).toEqual(['youtube_error_handler'])
})

test('a video without captions is taken by its recording, which goes the way of recordings', async () => {
  const silent = youtube({
    read: async () => ({ title: 'On heat', transcript: null }),
    audio: async () => ({ bytes: Buffer.from('no sound at all'), title: 'On heat' }),
  })
  const { input, config } = harness.address(ADDRESS)
  const graph = harness.graph({
    youtube: silent,
    speech: { name: 'none', transcribe: () => Promise.reject(new Error('not asked')), close: async () => undefined },
  })
  await expect(graph.invoke(input, config)).rejects.toMatchObject({ code: 'unreadable_file', details: { node: 'audio_splitter' } })
  expect((await graph.getState(config)).values).toMatchObject({ input_type: 'youtube', kind: 'audio', name: 'On heat' })
})

test('a video without captions says what to set where nothing writes down speech', async () => {
  const silent = youtube({ read: async () => ({ title: 'On heat', transcript: null }) })
  const { input, config } = harness.address(ADDRESS)
  await expect(harness.graph({ youtube: silent, speech: null }).invoke(input, config)).rejects.toMatchObject({
    code: 'model_missing',
    message: expect.stringContaining('COUNTERSIGN_SPEECH'),
    details: { node: 'youtube_audio_download' },
  })
})
