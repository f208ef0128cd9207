/** @typedef {{ specifier: string, typeOnly: boolean, line: number }} ImportLine */

const STATIC = /^(?:import|export)\b(?<clause>[^'"`;]*?)(?:\bfrom\s*)?(?<quote>['"])(?<specifier>[^'"\n]+)\k<quote>/gm
const DYNAMIC = /\bimport\s*\(\s*(?<quote>['"])(?<specifier>[^'"\n]+)\k<quote>/g

/**
 * Reads the import and re-export statements of a TypeScript or JavaScript module, as the formatter lays them out:
 * a static import begins its line. `import { type A }` counts as an import of values, since it leaves the import standing.
 * @param {string} text
 * @returns {ImportLine[]}
 */
export function readImports(text) {
  return [...staticImports(text), ...dynamicImports(text)]
}

/** @param {string} text */
function staticImports(text) {
  /** @type {ImportLine[]} */
  const found = []
  for (const match of text.matchAll(STATIC)) {
    const { clause = '', specifier = '' } = match.groups ?? {}
    const isReexport = match[0].startsWith('export')
    // `export const a = 'text'` names no module.
    if (isReexport && !/\bfrom\s*['"]/.test(match[0])) continue
    found.push({ specifier, typeOnly: /^\s+type\b(?!\s+from\b)/.test(clause), line: lineOf(text, match.index) })
  }
  return found
}

/** @param {string} text */
function dynamicImports(text) {
  /** @type {ImportLine[]} */
  const found = []
  for (const match of text.matchAll(DYNAMIC)) {
    const start = text.lastIndexOf('\n', match.index) + 1
    const before = text.slice(start, match.index)
    if (/^\s*(\*|\/\/|\/\*)/.test(before)) continue
    found.push({ specifier: match.groups?.specifier ?? '', typeOnly: /\btypeof\s*$/.test(before), line: lineOf(text, match.index) })
  }
  return found
}

/**
 * @param {string} text
 * @param {number} index
 */
function lineOf(text, index) {
  return text.slice(0, index).split('\n').length
}
