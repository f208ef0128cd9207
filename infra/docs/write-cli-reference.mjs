import { writeFileSync } from 'node:fs'
import { cliReference } from './cli-reference.mjs'

writeFileSync('docs/cli.md', await cliReference())
