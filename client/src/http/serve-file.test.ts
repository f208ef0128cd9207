import { expect, test } from 'vitest'
import { serveFile } from './serve-file.ts'

const file = { bytes: new TextEncoder().encode('0123456789'), mime: 'audio/flac' }
const ask = async (range: string | null) => {
  const response = serveFile(file, range)
  return [response.status, response.headers.get('content-range'), await response.text()]
}

test('a recording is played in the page, and nothing in it may run', () => {
  const { headers } = serveFile(file)
  expect(headers.get('content-type')).toBe('audio/flac')
  expect(headers.get('content-disposition')).toBe('inline')
  expect(headers.get('content-security-policy')).toContain('sandbox')
})

test('a player is given the part that it asks for', async () => {
  expect(await ask(null)).toEqual([200, null, '0123456789'])
  expect(await ask('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
  expect(await ask('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await ask('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await ask('bytes=5-99')).toEqual([206, 'bytes 5-9/10', '56789'])
})

test('a part beyond the end is refused, and what is no part is the whole', async () => {
  expect(await ask('bytes=10-')).toEqual([416, 'bytes */10', ''])
  expect(await ask('bytes=0-1,4-5')).toEqual([200, null, '0123456789'])
  expect(await ask('lines=1-2')).toEqual([200, null, '0123456789'])
})
