/** @typedef {{ license?: string, version?: string, link?: boolean, dev?: boolean, devOptional?: boolean }} LockEntry */

/** Licences that ask for no more than attribution (SPDX ids). */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Tools that only build and test may be file-level copyleft: nothing of them is in what is delivered. */
const TOOLS_ONLY = new Set(['MPL-2.0'])

/** Packages whose package.json names no licence, or none by its SPDX id; read in the LICENSE file of that version. */
const READ_BY_HAND = new Map([
  ['duck', 'BSD-2-Clause'],
  ['png-js', 'MIT'],
  ['unionfs', 'Unlicense'],
])

/**
 * Finds packages whose licence is not permissive, from a package-lock's `packages`.
 * @param {Record<string, LockEntry>} packages
 * @returns {{ checked: number, violations: string[] }}
 */
export function findLicenceViolations(packages) {
  /** @type {string[]} */
  const violations = []
  const installed = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
  for (const [path, entry] of installed) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = READ_BY_HAND.get(name) ?? entry.license
    const isTool = Boolean(entry.dev ?? entry.devOptional)
    const isAllowed = (/** @type {string} */ id) => PERMISSIVE.has(id) || (isTool && TOOLS_ONLY.has(id))
    if (licence === undefined)
      violations.push(`${name}@${entry.version} names no licence: read its LICENSE file and note it in infra/check`)
    else if (!satisfies(licence, isAllowed))
      violations.push(
        `${name}@${entry.version} is ${licence}: take another package, or leave it out of package-lock.json if it is optional`,
      )
  }
  return { checked: installed.length, violations }
}

/**
 * Reads an SPDX expression of the forms that packages use: `A`, `(A OR B)`, `A AND B`.
 * @param {string} expression
 * @param {(id: string) => boolean} isAllowed
 */
function satisfies(expression, isAllowed) {
  const alternatives = expression.replace(/[()]/g, '').split(/ OR /i)
  return alternatives.some((alternative) => alternative.split(/ AND /i).every((id) => isAllowed(id.trim())))
}
