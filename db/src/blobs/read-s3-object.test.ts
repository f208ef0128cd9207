import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type S3Server, startS3Server } from '../../test/s3-server.ts'
import { readS3Object } from './read-s3-object.ts'
import { parseS3Address } from './s3-address.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server('papers')
})
afterAll(() => server.close())
beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', server.endpoint)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_REGION', 'eu-west-3')
})

const signal = new AbortController().signal
const read = (address: string, maxBytes = 1_000_000) => readS3Object(address, { maxBytes, signal })
const put = (key: string, bytes: Buffer) => server.objects.set(`/papers/${key}`, { bytes, type: 'text/plain' })

test('an object is read by its address, whatever characters are in its key', async () => {
  put('a/été 100%+1.txt', Buffer.from('Bonjour'))
  expect(Buffer.from(await read('s3://papers/a/été 100%+1.txt')).toString()).toBe('Bonjour')
})

test('what is larger than the limit is not downloaded', async () => {
  put('large.bin', Buffer.alloc(5_000_000))
  await expect(read('s3://papers/large.bin')).rejects.toMatchObject({ code: 'too_large', details: { bytes: 5_000_000, limit: 1_000_000 } })
})

test('no object, no bucket, no rights and no server are told apart', async () => {
  await expect(read('s3://papers/none.txt')).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no object s3://papers/none.txt.',
  })
  await expect(read('s3://others/none.txt')).rejects.toMatchObject({ code: 'not_found' })
  server.failNext(503, 2)
  put('soon.txt', Buffer.from('patience'))
  expect(await read('s3://papers/soon.txt')).toHaveLength(8)
  vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:9')
  await expect(read('s3://papers/soon.txt')).rejects.toMatchObject({ code: 'unavailable' })
})

test('without credentials the error says what to set', async () => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined)
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere')
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere')
  await expect(read('s3://papers/large.bin')).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('AWS_*') })
})

test('what is no address of an object is refused', () => {
  expect(parseS3Address('s3://papers/a//b?c#d')).toEqual({ bucket: 'papers', key: 'a//b?c#d' })
  for (const address of [
    's3://papers',
    's3://papers/',
    's3://papers/folder/',
    's3:///key',
    'https://papers/key',
    `s3://papers/${'é'.repeat(600)}`,
  ]) {
    expect(() => parseS3Address(address), address).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  }
})
