import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installDependencies, isCurrent } from './install-dependencies.mjs'

const LOCKED = {
  '': { version: '1.0.0' },
  client: { version: '1.0.0' },
  'node_modules/@countersign/client': { link: true },
  'node_modules/pg': { version: '8.23.1' },
  'node_modules/only-on-mac': { version: '1.0.0', optional: true },
}

describe('installing npm packages', () => {
  let root = ''
  let commands: string[] = []
  const log: string[] = []

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'countersign-install-'))
    commands = []
    log.length = 0
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED }))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  const installed = async (packages: Record<string, object>) => {
    await mkdir(join(root, 'node_modules'), { recursive: true })
    await writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
  }
  const whole = { 'node_modules/@countersign/client': { link: true }, 'node_modules/pg': { version: '8.23.1' } }

  /** Stands for npm, whose answers depend on the network and its version. */
  const npm = (answers: { code: number; output: string }[]) => async (args: readonly string[]) => {
    commands.push(args.join(' '))
    const answer = answers.shift() ?? { code: 0, output: '' }
    if (answer.code === 0) await installed(whole)
    return answer
  }
  const install = (answers: { code: number; output: string }[] = []) =>
    installDependencies({ root, log: (line) => void log.push(line), run: npm(answers) })

  it('does nothing when every locked package is there', async () => {
    await installed(whole)
    expect(await install()).toBe('current')
    expect(commands).toEqual([])
  })

  it.each([
    ['a version differs', { ...whole, 'node_modules/pg': { version: '8.22.0' } }],
    ['a package is missing', { 'node_modules/pg': { version: '8.23.1' } }],
    ['nothing is there', {}],
  ])('installs when %s', async (_, packages) => {
    await installed(packages)
    expect(await isCurrent(root)).toBe(false)
    expect(await install()).toBe('installed')
    expect(commands).toEqual(['ci'])
  })

  it('installs once when it is called twice at the same time', async () => {
    expect((await Promise.all([install(), install()])).toSorted()).toEqual(['current', 'installed'])
    expect(commands).toEqual(['ci'])
  })

  it('falls back to npm install when npm does not accept the lock file', async () => {
    const refusal = { code: 1, output: 'npm error `npm ci` can only install …\nnpm error Missing: only-on-linux@1.0.0 from lock file' }
    expect(await install([refusal])).toBe('installed')
    expect(commands).toEqual(['ci', 'install --no-save'])
    expect(log).toContain('npm ci does not accept package-lock.json; trying npm install')
  })

  it('passes on what npm said when it fails for another reason', async () => {
    const failure = install([{ code: 1, output: 'npm error code ENOTFOUND\nnpm error network' }])
    await expect(failure).rejects.toMatchObject({ code: 'install_failed', retryable: true })
    await expect(failure).rejects.toThrow('ENOTFOUND')
    expect(commands).toEqual(['ci'])
  })
})
