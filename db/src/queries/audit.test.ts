import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { AUDIT_EVENTS } from '@countersign/workflows/contract'
import { expect, test } from 'vitest'

const SUBJECTS = [...new Set(AUDIT_EVENTS.map((name) => name.split('.')[0]))].join('|')
const WRITES = /countersign\.audit\b|appendAudit/
const NAMED = new RegExp(`'((?:${SUBJECTS})\\.[a-z_]+)'`, 'g')

/** SQL that writes entries is not seen by the compiler, so the sources are searched. */
test('every event that a statement writes is one of the typed events', () => {
  const sources = execFileSync('git', ['grep', '-lE', WRITES.source, '--', '*.ts', '*.sql', ':!*.test.ts', ':!:*/test/*'], {
    encoding: 'utf8',
  })
  const known: readonly string[] = AUDIT_EVENTS
  const written = sources
    .trim()
    .split('\n')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(NAMED)].map(([, name = '']) => ({ file, name })))
  expect(written.map(({ name }) => name)).toContain('review.decided')
  expect(written.filter(({ name }) => !known.includes(name))).toEqual([])
})
