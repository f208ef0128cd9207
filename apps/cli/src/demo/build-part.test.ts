import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildPart, type Part } from './build-part.ts'

const part: Part = { workspace: 'part', sources: ['part'], output: 'part/dist' }
const { signal } = new AbortController()
let root: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'build-part-'))
  await mkdir(path.join(root, 'part'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function withBuild(script: string): Promise<void> {
  await writeFile(
    path.join(root, 'part', 'package.json'),
    JSON.stringify({ name: 'part', type: 'module', scripts: { build: 'node build.js' } }),
  )
  await writeFile(path.join(root, 'part', 'build.js'), script)
}

const COUNT = `
import { appendFileSync, mkdirSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
appendFileSync('dist/built', 'x')
`

test('a part is built once for the same sources, and again when they change or the output is gone', async () => {
  await withBuild(COUNT)
  const built = () => readFile(path.join(root, 'part/dist/built'), 'utf8')

  expect(await buildPart(root, part, signal)).toBe(true)
  expect(await buildPart(root, part, signal)).toBe(false)
  expect(await built()).toBe('x')
  await writeFile(path.join(root, 'part', 'more.js'), '')
  expect(await buildPart(root, part, signal)).toBe(true)
  expect(await built()).toBe('xx')
  await rm(path.join(root, 'part/dist'), { recursive: true })
  expect(await buildPart(root, part, signal)).toBe(true)
})

test('a build that fails says so with its last lines, and is tried again the next time', async () => {
  await withBuild(`console.error('Type error: no such page'); process.exit(1)`)
  for (let time = 0; time < 2; time += 1) {
    await expect(buildPart(root, part, signal)).rejects.toThrow(
      /The build of part .* failed \(exit code 1\):[\s\S]*Type error: no such page/,
    )
  }
})

test('a part that somebody else is building is waited for', async () => {
  await withBuild(`
    import { existsSync, writeFileSync, mkdirSync } from 'node:fs'
    if (!existsSync('.seen')) { writeFileSync('.seen', ''); console.error('Another next build process is already running.'); process.exit(1) }
    mkdirSync('dist')
  `)
  expect(await buildPart(root, part, signal)).toBe(true)
})
