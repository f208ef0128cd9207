import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cliReference } from './cli-reference.mjs'

it("docs/cli.md says what the commands' own help says: npm run docs:cli", async () => {
  expect(readFileSync('docs/cli.md', 'utf8')).toBe(await cliReference())
}, 60_000)
