import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type S3Server, startS3Server } from '../../test/s3-server.ts'
import type { BlobStore } from './blob-store.ts'
import { createBlobStore } from './create-blob-store.ts'

let server: S3Server
let store: BlobStore

beforeAll(async () => {
  server = await startS3Server('papers')
})
afterAll(() => server.close())
beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', server.endpoint)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_REGION', 'eu-west-3')
  store = createBlobStore('s3://papers/acme/blobs')
})

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test('a blob is kept under its hash and prefix, with its type and checksum, and comes back the same', async () => {
  const bytes = Buffer.from('a page\0with bytes \xff', 'latin1')
  const { hash } = await store.put(bytes, 'image/png')
  expect(hash).toBe(hashOf(bytes))
  const key = `/papers/acme/blobs/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
  expect(server.objects.get(key)).toMatchObject({ type: 'image/png' })
  expect(Buffer.from(await store.get(hash))).toEqual(bytes)
  expect(await store.has(hash)).toBe(true)
})

test('what is there is not sent again, and writers at once agree', async () => {
  const bytes = Buffer.alloc(200_000, 'y')
  const written = await Promise.all(Array.from({ length: 20 }, () => store.put(bytes, 'text/plain')))
  expect(new Set(written.map(({ hash }) => hash)).size).toBe(1)
  const before = server.requests.filter((line) => line.startsWith('PUT')).length
  await store.put(bytes, 'text/plain')
  expect(server.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(before)
})

test('an unknown hash is not found, and what is no hash is never asked for', async () => {
  const before = server.requests.length
  await expect(store.get('../other')).rejects.toMatchObject({ code: 'not_found' })
  expect(await store.has('')).toBe(false)
  expect(server.requests).toHaveLength(before)
  expect(await store.has('0'.repeat(64))).toBe(false)
  await expect(store.get('0'.repeat(64))).rejects.toMatchObject({ code: 'not_found' })
})

test('an object that is deleted is gone; deleting what is not there is as good', async () => {
  const { hash } = await store.put(Buffer.from('for a while'), 'text/plain')
  await store.delete(hash)
  expect(await store.has(hash)).toBe(false)
  await store.delete(hash)
  await store.delete('../other')
})

test('a server that is overloaded for a moment is asked again', async () => {
  server.failNext(503, 2)
  const { hash } = await store.put(Buffer.from('patience'), 'text/plain')
  expect(Buffer.from(await store.get(hash)).toString()).toBe('patience')
})

test('a bucket that is not there, or a server that is not, is unavailable and says so', async () => {
  await expect(createBlobStore('s3://others/x').put(Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('s3://others'),
  })
  vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:9')
  await expect(createBlobStore('s3://papers').get('0'.repeat(64))).rejects.toMatchObject({ code: 'unavailable' })
})
