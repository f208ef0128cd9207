import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { extractZip } from './zip.mjs'

const MAKE_ZIP = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
    z.comment = b'a comment after the directory'
    z.writestr('folder/', '')
    z.writestr('folder/text.txt', 'grüße\\n' * 10000)
    z.writestr('deep/er/stored.bin', bytes(range(256)), zipfile.ZIP_STORED)
    z.writestr('empty', '')
    run = zipfile.ZipInfo('bin/tool')
    run.external_attr = 0o100755 << 16
    run.compress_type = zipfile.ZIP_DEFLATED
    z.writestr(run, '#!/bin/sh\\n')
`

describe('the zip reader', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-zip-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const python = (script: string) => execFileSync('python3', ['-c', script, join(folder, 'made.zip')])

  it('unpacks what Python packed, with its run bits', async () => {
    python(MAKE_ZIP)
    const out = join(folder, 'out')
    await extractZip(join(folder, 'made.zip'), out)
    expect(await readFile(join(out, 'folder/text.txt'), 'utf8')).toBe('grüße\n'.repeat(10_000))
    expect([...(await readFile(join(out, 'deep/er/stored.bin')))]).toEqual(Array.from({ length: 256 }, (_, byte) => byte))
    expect((await stat(join(out, 'empty'))).size).toBe(0)
    expect((await stat(join(out, 'bin/tool'))).mode & 0o777).toBe(0o755)
    expect((await stat(join(out, 'empty'))).mode & 0o777).toBe(0o644)
  })

  it('refuses an entry that would be written outside the folder', async () => {
    python("import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w') as z: z.writestr('a/../../evil', 'x')")
    await expect(extractZip(join(folder, 'made.zip'), join(folder, 'out'))).rejects.toMatchObject({ code: 'bad_archive' })
    await expect(stat(join(folder, 'evil'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('says that a file which is cut off or no zip cannot be unpacked', async () => {
    python(MAKE_ZIP)
    const whole = await readFile(join(folder, 'made.zip'))
    await writeFile(join(folder, 'cut.zip'), whole.subarray(0, whole.length / 2))
    await writeFile(join(folder, 'small.zip'), 'PK')
    for (const name of ['cut.zip', 'small.zip']) {
      await expect(extractZip(join(folder, name), join(folder, 'out'))).rejects.toMatchObject({ code: 'bad_archive' })
    }
  })
})
