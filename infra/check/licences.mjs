import { readFileSync } from 'node:fs'
import { findLicenceViolations } from './find-licence-violations.mjs'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { checked, violations } = findLicenceViolations(packages)
for (const violation of violations) console.error(violation)
console.log(`${checked} packages, ${violations.length} with a licence that is not permissive`)
process.exitCode = violations.length > 0 ? 1 : 0
