import { expect, it } from 'vitest'
import { findLicenceViolations } from './find-licence-violations.mjs'

const violations = (packages: Parameters<typeof findLicenceViolations>[0]) => findLicenceViolations(packages).violations

it('accepts permissive licences, alone, as a choice or together', () => {
  expect(
    violations({
      'node_modules/a': { license: 'MIT' },
      'node_modules/b': { license: '(WTFPL OR MIT)' },
      'node_modules/c': { license: 'Apache-2.0 AND MIT' },
    }),
  ).toEqual([])
})

it('refuses copyleft, named or as a part, and says which package', () => {
  const found = violations({
    'node_modules/a/node_modules/@x/b': { license: 'LGPL-3.0-or-later', version: '1.2.3' },
    'node_modules/c': { license: 'Apache-2.0 AND LGPL-3.0-or-later', version: '1.0.0' },
  })
  expect(found).toHaveLength(2)
  expect(found[0]).toContain('@x/b@1.2.3 is LGPL-3.0-or-later')
})

it('refuses a package without a licence', () => {
  expect(violations({ 'node_modules/a': { version: '1.0.0' } })).toHaveLength(1)
})

it('lets tools be MPL, but not what is delivered', () => {
  expect(violations({ 'node_modules/a': { license: 'MPL-2.0', dev: true } })).toEqual([])
  expect(violations({ 'node_modules/a': { license: 'MPL-2.0' } })).toHaveLength(1)
})

it("leaves the project's own workspaces alone", () => {
  expect(findLicenceViolations({ '': {}, db: {}, 'node_modules/@countersign/db': { link: true } })).toEqual({ checked: 0, violations: [] })
})
