import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Handed from one of our processes to another; nobody sets them by hand. */
const INTERNAL = new Set([
  'COUNTERSIGN_TALLY',
  'COUNTERSIGN_DEMO_STARTED',
  'COUNTERSIGN_MODEL',
  'COUNTERSIGN_OCR_FOLDER',
  'COUNTERSIGN_OCR_THREADS',
  'COUNTERSIGN_SPEECH_FILE',
  'COUNTERSIGN_SPEECH_THREADS',
])

it('docs/configuration.md names every variable that the sources read', () => {
  const listed = execFileSync('git', ['grep', '-ohE', 'COUNTERSIGN_[A-Z][A-Z0-9]*(_[A-Z0-9]+)*', '--', '*.ts', '*.tsx', '*.mjs'], {
    encoding: 'utf8',
  })
  const documented = readFileSync('docs/configuration.md', 'utf8')
  const missing = [...new Set(listed.trim().split('\n'))].filter((name) => !INTERNAL.has(name) && !documented.includes(`\`${name}\``))
  expect(missing).toEqual([])
})
