import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprintSources } from './fingerprint-sources.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'fingerprint-'))
  await mkdir(path.join(root, 'part/src'), { recursive: true })
  await writeFile(path.join(root, 'part/src/a.ts'), 'one')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const print = () => fingerprintSources(root, ['part', 'not-there'])

test('a fingerprint changes with a content and with a name, and comes back', async () => {
  const first = await print()
  await writeFile(path.join(root, 'part/src/a.ts'), 'two')
  const second = await print()
  await writeFile(path.join(root, 'part/src/a.ts'), 'one')
  expect(second).not.toBe(first)
  expect(await print()).toBe(first)
  await writeFile(path.join(root, 'part/src/b.ts'), '')
  expect(await print()).not.toBe(first)
})

test('builds, packages and tests do not count', async () => {
  const first = await print()
  for (const folder of ['dist', 'node_modules', '.next']) {
    await mkdir(path.join(root, 'part', folder))
    await writeFile(path.join(root, 'part', folder, 'x.js'), 'x')
  }
  await writeFile(path.join(root, 'part/src/a.test.ts'), 'x')
  expect(await print()).toBe(first)
})
