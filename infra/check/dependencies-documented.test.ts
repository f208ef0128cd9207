import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('names every direct dependency in docs/dependencies.md, in its version', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const documented = readFileSync('docs/dependencies.md', 'utf8')
  const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules/'))
  const named = workspaces.flatMap((path) => Object.entries({ ...packages[path].dependencies, ...packages[path].devDependencies }))
  const entries = named.map(([name, version]) => `\`${name}\` ${version}`).filter((entry) => !entry.startsWith('`@countersign/'))
  expect([...new Set(entries)].filter((entry) => !documented.includes(`| ${entry} |`))).toEqual([])
})
