import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findImportViolations } from './find-import-violations.mjs'

/** The sources git knows, or would take in: what is ignored is not ours. */
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  encoding: 'utf8',
})
const paths = [...new Set(listed.split('\n'))].filter((path) => path !== '' && existsSync(path))
const violations = findImportViolations(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })))
for (const violation of violations) console.error(violation)
console.log(`${paths.length} files, ${violations.length} imports that go the wrong way`)
process.exitCode = violations.length > 0 ? 1 : 0
