import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type S3Server, startS3Server } from '../../../db/test/s3-server.ts'
import { createFetchResource } from './fetch-resource.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server('papers')
  server.objects.set('/papers/in/2026/note.md', { bytes: Buffer.from('# Note'), type: 'text/markdown' })
  server.objects.set('/papers/own/ab', { bytes: Buffer.from('of another tenant'), type: 'text/plain' })
})
afterAll(() => server.close())
beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', server.endpoint)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})

const web = vi.fn(async (url: string) => ({ bytes: Buffer.from('page'), name: 'page.html', url }))
const options = { maxBytes: 1000, signal: new AbortController().signal }
const fetchFrom = (url: string, allowed: string[] = []) =>
  createFetchResource({ fetchUrl: web, allowed, blobs: 's3://papers/own' })(url, options)

test('an object of a bucket is fetched under its own name, an address of the web as before', async () => {
  const { bytes, name, url } = await fetchFrom('s3://papers/in/2026/note.md')
  expect([Buffer.from(bytes).toString(), name, url]).toEqual(['# Note', 'note.md', 's3://papers/in/2026/note.md'])
  expect(await fetchFrom('https://example.com/page.html')).toMatchObject({ name: 'page.html' })
})

test('the product’s own files are never a source, nor is what lies outside the places that are allowed', async () => {
  const before = server.requests.length
  await expect(fetchFrom('s3://papers/own/ab')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(fetchFrom('s3://papers/in/2026/note.md', ['s3://papers/in/2025', 's3://others'])).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('COUNTERSIGN_S3_SOURCES'),
  })
  await expect(fetchFrom('s3://papers/inner/x', ['s3://papers/in'])).rejects.toMatchObject({ code: 'forbidden' })
  expect(server.requests).toHaveLength(before)
  expect(await fetchFrom('s3://papers/in/2026/note.md', ['s3://papers/in/'])).toMatchObject({ name: 'note.md' })
})
