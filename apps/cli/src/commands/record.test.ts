import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditScene, setAuditScene } from '../../../../client/test/audit-scene.ts'
import { runProgram } from '../program.ts'

let scene: AuditScene
let folder: string
beforeAll(async () => {
  scene = await setAuditScene()
  folder = await mkdtemp(path.join(os.tmpdir(), 'countersign-record-'))
  await scene.sealed('whole', 5)
  await scene.sealed('broken', 5)
  await scene.tamper(`update countersign.audit set actor = 'eve' where tenant = 'broken' and position = 3`)
})
afterAll(() => scene.close())

async function run(tenant: string, ...args: string[]) {
  const written = { out: '', err: '' }
  const sink = (channel: keyof typeof written) => ({
    write(text: string) {
      written[channel] += text
      return true
    },
  })
  const code = await runProgram(args, {
    env: { COUNTERSIGN_AUDIT_KEY: scene.places.key ?? '' },
    stdin: new PassThrough(),
    stdout: sink('out'),
    stderr: sink('err'),
    signal: new AbortController().signal,
    localStack: () => Promise.reject(new Error('no stack')),
    describeGraphs: () => Promise.reject(new Error('no project')),
    diagnose: () => Promise.reject(new Error('no installation')),
    connect: async () => scene.auditor(tenant),
  })
  return { code, ...written }
}
const save = async (name: string, text: string): Promise<string> => {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

test('audit verify is exit code 0 where the log holds, 8 where it does not, and says which entry', async () => {
  expect(await run('whole', 'audit', 'verify')).toMatchObject({
    code: 0,
    out: expect.stringContaining('✓ holds  5 sealed entries, up to position 5'),
  })
  const { code, out } = await run('broken', 'audit', 'verify')
  expect(code).toBe(8)
  expect(out).toMatch(/changed\s+3\s+\d+\s+comment\.added\s+20\S+\s+Entry 3/)
})

test('an export verifies elsewhere with the key alone, and not once a line is gone, changed or cut off', async () => {
  const { code, out } = await run('whole', 'audit', 'export')
  expect(code).toBe(0)
  const lines = out.trimEnd().split('\n')
  expect(lines).toHaveLength(6)
  expect(await run('', 'audit', 'verify', '--export', await save('whole.jsonl', out))).toMatchObject({ code: 0 })
  const cases = {
    removed: lines.filter((_, index) => index !== 2),
    changed: lines.map((line, index) => (index === 2 ? line.replace('"actor":"ada"', '"actor":"eve"') : line)),
    truncated: lines.filter((_, index) => index !== 4),
  }
  for (const [kind, changed] of Object.entries(cases)) {
    const file = await save(`${kind}.jsonl`, changed.join('\n'))
    expect(await run('', 'audit', 'verify', '--export', file)).toMatchObject({ code: 8, out: expect.stringContaining(kind) })
  }
  const none = await save('none.jsonl', 'not a log\n')
  expect(await run('', 'audit', 'verify', '--export', none)).toMatchObject({ code: 2, err: expect.stringContaining('not of an export') })
})

test('an export of one review, or since a time, verifies entry by entry', async () => {
  const { out } = await run('whole', 'audit', 'export', '--review', 'rv_2')
  expect(out.trimEnd().split('\n')).toHaveLength(2)
  const verified = await run('', 'audit', 'verify', '--export', await save('review.jsonl', out))
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('1 sealed entry of a selection') })
  const forged = await save('forged.jsonl', out.replace('"bo"', '"eve"'))
  expect(await run('', 'audit', 'verify', '--export', forged)).toMatchObject({ code: 8 })
  expect((await run('whole', 'audit', 'export', '--since', '1h')).out.trimEnd().split('\n')).toHaveLength(6)
  expect((await run('whole', 'audit', 'export', '--since', '2040-01-01')).out.trimEnd().split('\n')).toHaveLength(1)
})

test('audit verify takes anchors that were kept elsewhere', async () => {
  const { anchor } = await scene.auditor('whole').exportAudit()
  const file = await save('anchors.jsonl', `${anchor}\n`)
  expect(await run('whole', 'audit', 'verify', '--anchors', file)).toMatchObject({ code: 0, out: expect.stringContaining('1 anchor') })
})

test('notifications retry of what is not there is exit code 3', async () => {
  expect(await run('whole', 'notifications', 'list')).toMatchObject({ code: 0, out: expect.stringContaining('No notifications') })
  expect(await run('whole', 'notifications', 'retry', '999')).toMatchObject({ code: 3 })
})
