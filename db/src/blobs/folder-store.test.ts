import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlobStore } from './create-blob-store.ts'
import { createFolderStore } from './folder-store.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'countersign-blobs-'))
})
afterAll(() => rm(root, { recursive: true }))

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

test('a blob is found by the hash of its content, in two levels of folders', async () => {
  const store = createFolderStore(path.join(root, 'a'))
  expect(await store.has(HELLO)).toBe(false)
  expect(await store.put(Buffer.from('hello'), 'text/plain')).toEqual({ hash: HELLO, bytes: 5 })
  expect(await store.has(HELLO)).toBe(true)
  expect(Buffer.from(await store.get(HELLO)).toString()).toBe('hello')
  expect(await readdir(path.join(root, 'a', '2c', 'f2'))).toEqual([HELLO])
})

test('a hundred writers of the same bytes at once agree, and leave one whole file', async () => {
  const folder = path.join(root, 'b')
  const bytes = Buffer.alloc(300_000, 'x')
  const stores = [createFolderStore(folder), createFolderStore(folder)]
  const written = await Promise.all(Array.from({ length: 100 }, (_, n) => stores[n % 2]?.put(bytes, 'text/plain')))
  const hash = written[0]?.hash ?? ''
  expect(new Set(written.map((result) => result?.hash)).size).toBe(1)
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toEqual([hash])
  expect((await stores[0]?.get(hash))?.byteLength).toBe(300_000)
})

test('a file that the disk cut short is written again', async () => {
  const folder = path.join(root, 'c')
  const store = createFolderStore(folder)
  await store.put(Buffer.from('hello'), 'text/plain')
  await truncate(path.join(folder, '2c', 'f2', HELLO), 2)
  await store.put(Buffer.from('hello'), 'text/plain')
  expect(Buffer.from(await store.get(HELLO)).toString()).toBe('hello')
})

test('a file that is deleted is gone; deleting what is not there is as good', async () => {
  const folder = path.join(root, 'e')
  const store = createFolderStore(folder)
  const { hash } = await store.put(Buffer.from('hello'), 'text/plain')
  await store.delete(hash)
  expect(await readdir(path.join(folder, '2c', 'f2'))).toEqual([])
  await store.delete(hash)
  await writeFile(path.join(root, 'other'), 'x')
  await store.delete('../other')
  expect(await readdir(root)).toContain('other')
})

test('what is no hash is not found, whatever path it would make', async () => {
  const folder = path.join(root, 'd')
  await writeFile(path.join(root, 'secret'), 'x')
  const store = createFolderStore(folder)
  for (const hash of ['../secret', '', HELLO.toUpperCase(), HELLO, `${HELLO}/..`]) {
    await expect(store.get(hash), hash).rejects.toMatchObject({ code: 'not_found' })
    expect(await store.has(hash)).toBe(false)
  }
})

test('a folder that cannot be written is unavailable, with the reason', async () => {
  await writeFile(path.join(root, 'file'), 'in the way')
  await expect(createFolderStore(path.join(root, 'file')).put(Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('ENOTDIR'),
  })
})

test('a location is a folder or a bucket, nothing else', () => {
  expect(() => createBlobStore('ftp://somewhere/x')).toThrow(/COUNTERSIGN_BLOBS/)
  expect(() => createBlobStore('s3:///prefix')).toThrow(/COUNTERSIGN_BLOBS/)
  expect(createBlobStore('s3://bucket/a/b/')).toHaveProperty('put')
})
