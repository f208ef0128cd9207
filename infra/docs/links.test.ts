import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const LINK = /\]\((?<target>[^)\s#]+)(?:#[^)]*)?\)/g

it('every link of the documentation to a file of the project leads somewhere', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  const documents = listed.split('\n').filter((path) => path !== '' && !path.startsWith('examples/'))
  const dead = documents.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(LINK)]
      .map((match) => match.groups?.target ?? '')
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(dirname(path), target)))
      .map((target) => `${path} -> ${target}`),
  )
  expect(dead).toEqual([])
})
