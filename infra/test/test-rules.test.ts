import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LONGEST, rankOf } from './longest-first.ts'
import { slowestFiles } from './slowest-files-reporter.ts'

const NOISY = `
import { expect, it, vi } from 'vitest'
it('prints', () => console.log('left over from debugging'))
it('expects to print', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  console.warn('careful')
  expect(warn).toHaveBeenCalledWith('careful')
})
it('is quiet', () => expect(1).toBe(1))
`

describe('a test run', () => {
  let folder: string
  let output: string
  let code: number | null

  beforeAll(() => {
    mkdirSync('.countersign', { recursive: true })
    folder = mkdtempSync(join(process.cwd(), '.countersign', 'rules-'))
    writeFileSync(join(folder, 'noisy.test.mjs'), NOISY)
    writeFileSync(join(folder, 'broken.test.mjs'), "throw new Error('this file cannot be loaded')")
    const config = {
      include: ['*.test.mjs'],
      setupFiles: [join(process.cwd(), 'infra/test/fail-on-console.ts')],
      reporters: ['default', ...['slowest-files', 'plain-line'].map((name) => join(process.cwd(), `infra/test/${name}-reporter.ts`))],
    }
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: ${JSON.stringify(config)} }`)
    const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs')
    const env = { ...process.env, COUNTERSIGN_TALLY: join(folder, 'tally.json'), NO_COLOR: '1' }
    const result = spawnSync(process.execPath, [vitest, 'run', '--root', folder], { env, encoding: 'utf8' })
    output = result.stdout + result.stderr
    code = result.status
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('fails a test that prints, showing what it printed, and lets one print what it expects', () => {
    expect(output).toContain('Unexpected console output')
    expect(output).toContain('console.log: left over from debugging')
    expect(code).toBe(1)
  })

  it('ends with one plain line in which a file that cannot be loaded is a failure, and leaves its counts in a file', () => {
    expect(output).toContain('\n2 passed, 2 failed\n')
    expect(JSON.parse(readFileSync(join(folder, 'tally.json'), 'utf8'))).toEqual({ passed: 2, failed: 2 })
  })

  it('names its slowest files, and what all take together', () => {
    expect(output).toMatch(/Slowest files:\n +[\d.]+ s {2}\S+\.test\.mjs\n +[\d.]+ s {2}\S+\.test\.mjs\n +\d+ +s {2}in 2 files/)
    const times = Array.from({ length: 12 }, (_, at) => ({ file: `f${at}.test.ts`, tests: at, loading: 0.5 }))
    const lines = slowestFiles(times, 40)
    expect(lines).toHaveLength(11)
    expect(lines[0]).toBe('   11.5 s  f11.test.ts')
    expect(lines.at(-1)).toBe('   72   s  in 12 files (loading them 6 s), in 40 s by the clock')
  })
})

it('the longest files begin first, then the end-to-end tests, and each of them is there', () => {
  expect(LONGEST.filter((file) => !existsSync(file))).toEqual([])
  const files = ['/x/client/src/a.test.ts', '/x/apps/cli/e2e/b.e2e.test.ts', `/x/${LONGEST[1]}`, `/x/${LONGEST[0]}`]
  expect(files.toSorted((a, b) => rankOf(a) - rankOf(b))).toEqual([files[3], files[2], files[1], files[0]])
})
