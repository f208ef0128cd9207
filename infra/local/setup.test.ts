import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const SETUP = fileURLToPath(new URL('./setup.mjs', import.meta.url))

describe('the set-up command', () => {
  let home = ''
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'countersign-setup-'))
  })
  afterEach(() => rm(home, { recursive: true, force: true }))

  async function run(...args: string[]) {
    const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, ...env } = process.env
    const child = spawn(process.execPath, [SETUP, ...args], { env: { ...env, COUNTERSIGN_HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const [code] = await once(child, 'close')
    return { code, stdout, stderr }
  }

  it('says what it can do when it does not know the command', async () => {
    expect(await run('frobnicate')).toMatchObject({ code: 2, stderr: expect.stringContaining('stack start|status|stop') })
    expect((await run('--help')).code).toBe(0)
  })

  it('sets up what tests need without running any', async () => {
    expect(await run('prepare')).toMatchObject({ code: 0, stdout: '' })
  }, 300_000)

  it('says that nothing runs, with the exit code of service managers', async () => {
    const { code, stdout } = await run('stack', 'status', '--json')
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ home, postgres: { running: false }, temporal: { running: false } })
    expect(await run('stack', 'stop')).toMatchObject({ code: 0, stdout: 'Nothing was running.\n' })
  })
})
