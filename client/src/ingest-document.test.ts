import { mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registerGraph, type Scene, setScene } from '../test/scene.ts'
import type { CountersignClient } from './types.ts'

let scene: Scene
let ada: CountersignClient
let at = 0

beforeAll(async () => {
  scene = await setScene()
  await registerGraph(scene.database)
  ada = scene.client()
})
afterAll(() => scene.close())
beforeEach(() => {
  at += 1
})

const fileWith = async (content: string | Uint8Array, name = `file-${at}.txt`): Promise<string> => {
  const file = path.join(scene.folder, name)
  await writeFile(file, content)
  return file
}
const countRows = async (): Promise<number[]> => {
  const { db } = scene.database
  const { documents, documentSources, files, runs, outbox, audit } = schema
  return await Promise.all([documents, documentSources, files, runs, outbox, audit].map((table) => db.$count(table)))
}

test('a file becomes a document with its run, its bytes and the message that starts the workflow', async () => {
  const file = await fileWith('# Report\n\nAll is well.\n\n- one\n- two\n', 'report.md')
  const result = await ada.ingest({ path: file, documentType: 'generic', language: 'en' })
  expect(result.duplicate).toBe(false)
  const document = await ada.getDocument(result.document)
  expect(document).toMatchObject({ name: 'report.md', kind: 'markdown', run: result.run, chunks: 0, sources: [`file://${file}`] })
  expect((await ada.readFile(document.hash)).mime).toBe('text/markdown')
  const [run] = await scene.database.db.select().from(schema.runs).where(eq(schema.runs.id, result.run))
  expect(run).toMatchObject({
    graph: 'ingest',
    version: '1',
    title: 'report.md',
    document: result.document,
    createdBy: 'ada',
    status: 'running',
  })
  expect(run?.input).toEqual({
    document: result.document,
    hash: document.hash,
    name: 'report.md',
    kind: 'markdown',
    claimed: null,
    documentType: 'generic',
    language: 'en',
    strategy: null,
    enrich: null,
    depth: null,
    source: `file://${file}`,
  })
  const [message] = await scene.database.db.select().from(schema.outbox).where(eq(schema.outbox.run, result.run))
  expect(message).toMatchObject({ topic: 'start', doneAt: null })
})

test('a picture is kept with its exact type, whatever its name says', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const { document } = await ada.ingest({ name: 'scan.pdf', bytes: png })
  const { kind, hash } = await ada.getDocument(document)
  expect([kind, (await ada.readFile(hash)).mime]).toEqual(['image', 'image/png'])
})

test('the same bytes again are a duplicate of the earlier run, under whatever name', async () => {
  const first = await ada.ingest({ path: await fileWith('twice') })
  const again = await ada.ingest({ path: await fileWith('twice', 'other-name.txt') })
  expect(again).toEqual({ ...first, duplicate: true })
  const uploaded = await ada.ingest({ name: 'third.txt', bytes: Buffer.from('twice') })
  expect(uploaded).toEqual({ ...first, duplicate: true })
  expect((await ada.getDocument(first.document)).sources).toHaveLength(3)
})

test('the same bytes are ingested anew when asked, or when the earlier run was aborted or cancelled', async () => {
  const first = await ada.ingest({ name: 'a.txt', bytes: Buffer.from('anew') })
  const second = await ada.ingest({ name: 'a.txt', bytes: Buffer.from('anew'), again: true })
  expect(second).toMatchObject({ document: first.document, duplicate: false })
  expect(second.run).not.toBe(first.run)
  for (const status of ['aborted', 'cancelled'] as const) {
    const { run } = await ada.getDocument(first.document)
    await scene.database.db
      .update(schema.runs)
      .set({ status })
      .where(eq(schema.runs.id, run ?? ''))
    expect(await ada.ingest({ name: 'a.txt', bytes: Buffer.from('anew') })).toMatchObject({ document: first.document, duplicate: false })
  }
})

test('other bytes from the same path are a new revision of the same document', async () => {
  const file = await fileWith('first version')
  const first = await ada.ingest({ path: file })
  const before = await ada.getDocument(first.document)
  await writeFile(file, 'second version')
  const second = await ada.ingest({ path: file })
  expect(second).toMatchObject({ document: first.document, duplicate: false })
  const after = await ada.getDocument(first.document)
  expect(after.hash).not.toBe(before.hash)
  expect(after.run).toBe(second.run)
  expect(Buffer.from((await ada.readFile(before.hash)).bytes).toString()).toBe('first version')
})

test('two uploads of one name with other bytes are two documents', async () => {
  const first = await ada.ingest({ name: 'invoice.txt', bytes: Buffer.from('of one supplier') })
  const second = await ada.ingest({ name: 'invoice.txt', bytes: Buffer.from('of another') })
  expect(second.document).not.toBe(first.document)
})

test('twenty callers with the same bytes at once make one document and one run', async () => {
  const other = scene.client({ user: 'bob' })
  for (let round = 0; round < 10; round += 1) {
    const bytes = Buffer.from(`at once, round ${round}`)
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? ada : other).ingest({ name: `n${n}.txt`, bytes })))
    expect(new Set(results.map(({ run }) => run)).size).toBe(1)
    expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
  }
})

test('the same client key answers the same run, also to calls at once', async () => {
  const ingest = (text: string) => ada.ingest({ name: 'k.txt', bytes: Buffer.from(text), clientKey: 'ingest-key', again: true })
  const [first, ...others] = await Promise.all([ingest('keyed'), ingest('keyed'), ingest('keyed')])
  for (const other of others) expect(other).toEqual(first)
  const url = () => ada.ingest({ url: 'https://example.com/a/page.html#top', clientKey: 'url-key' })
  const [one, two] = await Promise.all([url(), url()])
  expect(one).toEqual(two)
})

test('a web address becomes a run that fetches it, without a hash', async () => {
  const result = await ada.ingest({ url: 'https://example.com/docs/r%C3%A9sum%C3%A9.html#part' })
  const [run] = await scene.database.db.select().from(schema.runs).where(eq(schema.runs.id, result.run))
  const url = 'https://example.com/docs/r%C3%A9sum%C3%A9.html'
  expect(run).toMatchObject({ title: 'résumé.html', input: { document: result.document, kind: null, url, source: url } })
  expect(run?.input).not.toHaveProperty('hash')
})

test('how a document is to be read reaches the run', async () => {
  const settings = { kind: 'markdown', language: 'PT-br', strategy: 'ocr_only', enrich: true } as const
  const { run } = await ada.ingest({ text: 'Only words here.', ...settings })
  const [row] = await scene.database.db.select().from(schema.runs).where(eq(schema.runs.id, run))
  const told = { claimed: 'markdown', kind: 'markdown', language: 'pt-BR', strategy: 'ocr_only', enrich: true, depth: null }
  expect(row?.input).toMatchObject(told)
  const crawl = await ada.ingest({ url: 'https://example.com/docs/', kind: 'website', depth: 2 })
  const [crawled] = await scene.database.db.select().from(schema.runs).where(eq(schema.runs.id, crawl.run))
  expect(crawled?.input).toMatchObject({ claimed: 'website', kind: null, depth: 2 })
})

test('a text without a name is called by its first line', async () => {
  const named = async (text: string, name?: string) => (await ada.getDocument((await ada.ingest({ text, name })).document)).name
  expect(await named('\n# Minutes of 3/4.\n\nAll were there.')).toBe('Minutes of 3 4')
  expect(await named('***', 'stars.md')).toBe('stars.md')
})

test('an object of S3 becomes a run that reads it, under its key as it stands', async () => {
  const { run } = await ada.ingest({ url: 's3://papers/in/été 1%.pdf' })
  const [row] = await scene.database.db.select().from(schema.runs).where(eq(schema.runs.id, run))
  const url = 's3://papers/in/été 1%.pdf'
  expect(row).toMatchObject({ title: 'été 1%.pdf', input: { url, source: url, kind: null } })
})

test('what cannot be taken in is refused by name, and leaves nothing', async () => {
  const small = scene.client({ maxBytes: 10 })
  await mkdir(path.join(scene.folder, 'a-folder'), { recursive: true })
  const sparse = await fileWith('x', 'huge.txt')
  await truncate(sparse, 50 * 1024 ** 3)
  await symlink(path.join(scene.folder, 'gone'), path.join(scene.folder, 'dangling'))
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1016), Buffer.from('EncryptedPackage\0', 'utf16le')])
  const film = Buffer.from('1a45dfa3010000000000001f42868101', 'hex')
  const cases: [CountersignClient, Parameters<CountersignClient['ingest']>[0], string, RegExp][] = [
    [ada, { path: path.join(scene.folder, 'missing.pdf') }, 'not_found', /missing\.pdf/],
    [ada, { path: path.join(scene.folder, 'dangling') }, 'not_found', /dangling/],
    [ada, { path: path.join(scene.folder, 'a-folder') }, 'invalid_input', /is a folder/],
    [ada, { path: '/dev/null' }, 'invalid_input', /not a file/],
    [ada, { path: 'a\0b' }, 'invalid_input', /path/],
    [ada, { path: await fileWith('', 'empty.txt') }, 'empty_file', /empty\.txt.*0 bytes/],
    [ada, { path: sparse }, 'too_large', /huge\.txt.*COUNTERSIGN_MAX_BYTES/],
    [small, { name: 'big.txt', bytes: Buffer.from('more than ten bytes') }, 'too_large', /19 bytes; the limit is 10/],
    [ada, { path: await fileWith(film, 'scene.webm') }, 'unsupported_type', /scene\.webm.*film \(Matroska or WebM\).*send its sound/],
    [ada, { name: '', bytes: Buffer.from('text') }, 'invalid_input', /name/],
    [ada, { name: 'a.txt', bytes: Buffer.from('t'), documentType: '' }, 'invalid_input', /documentType/],
    [ada, { url: 'ftp://example.com/a' }, 'invalid_input', /http/],
    [ada, { url: 's3://bucket' }, 'invalid_input', /s3:\/\/bucket\/key/],
    [ada, { text: '' }, 'empty_file', /0 bytes/],
    [ada, { text: 'Words.', kind: 'pdf' }, 'kind_mismatch', /said to be a PDF but holds plain text/],
    [ada, { name: 'a.png', bytes: png, kind: 'audio' }, 'kind_mismatch', /a sound recording but holds a picture \(image\/png\)/],
    [ada, { text: 'Words.', language: 'klingonish' }, 'invalid_input', /"klingonish" is no language code/],
    [ada, { text: 'Words.', language: 'e' }, 'invalid_input', /language code/],
    [ada, { text: 'Words.', depth: 1 }, 'invalid_input', /depth/],
    [ada, { url: 'https://example.com/', depth: 11 }, 'invalid_input', /depth/],
    [ada, { name: 'locked.xlsx', bytes: locked }, 'password_required', /locked\.xlsx.*remove the password/],
    [ada, { url: 'not an address' }, 'invalid_input', /not an address/],
    [ada, { url: 'https://me:secret@example.com/a' }, 'invalid_input', /user name or password/],
  ]
  const before = [await countRows(), (await readdir(path.join(scene.folder, 'blobs'), { recursive: true })).length]
  for (const [client, input, code, message] of cases) {
    await expect(client.ingest(input), message.source).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  }
  expect([await countRows(), (await readdir(path.join(scene.folder, 'blobs'), { recursive: true })).length]).toEqual(before)
})

test('a file that the system cannot open is unreadable, with the reason', async () => {
  const loop = path.join(scene.folder, 'loop.txt')
  await symlink(loop, loop)
  await expect(ada.ingest({ path: loop })).rejects.toMatchObject({ code: 'unreadable_file', message: expect.stringContaining('ELOOP') })
})

test('without a worker that has registered the graph nothing is taken in', async () => {
  await scene.database.db.delete(schema.graphs)
  await expect(ada.ingest({ name: 'a.txt', bytes: Buffer.from('too early') })).rejects.toMatchObject({ code: 'graph_unknown' })
  await expect(ada.startRun({ graph: 'nothing', input: {} })).rejects.toMatchObject({
    code: 'graph_unknown',
    message: expect.stringContaining('none has yet'),
  })
  await registerGraph(scene.database)
  await expect(ada.startRun({ graph: 'nothing', input: {} })).rejects.toMatchObject({ message: expect.stringContaining('ingest@1') })
})
