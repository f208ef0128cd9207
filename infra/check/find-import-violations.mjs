import { dirname, join, normalize } from 'node:path/posix'
import { isTest, RULES, WORKFLOW_BUNDLE } from './import-rules.mjs'
import { readImports } from './read-imports.mjs'

/** @typedef {{ path: string, text: string }} SourceFile */
/** @typedef {import('./read-imports.mjs').ImportLine} ImportLine */

const SCOPE = '@countersign/'

/**
 * Finds imports that go the wrong way between workspaces, or that would pull more than Temporal's workflow API
 * into the workflow bundle.
 * @param {readonly SourceFile[]} files paths from the project's root, with `/`
 * @returns {string[]} one sentence per violation: `path:line message`
 */
export function findImportViolations(files) {
  const imports = new Map(files.map((file) => [file.path, readImports(file.text)]))
  const found = []
  for (const [path, lines] of imports) {
    for (const line of lines) {
      const message = isTest(path) ? undefined : misdirection(path, line)
      if (message !== undefined) found.push(`${path}:${line.line} ${message}`)
    }
  }
  return [...found, ...bundleViolations(imports)]
}

/**
 * @param {string} path
 * @param {ImportLine} line
 */
function misdirection(path, { specifier, typeOnly }) {
  const rule = RULES.filter(({ folder }) => path.startsWith(`${folder}/`)).sort((a, b) => b.folder.length - a.folder.length)[0]
  if (rule === undefined) return undefined
  if (specifier.startsWith('.')) {
    const target = normalize(join(dirname(path), specifier))
    return target.startsWith(`${rule.folder}/`) ? undefined : `reaches out of ${rule.folder} by a relative path: ${specifier}`
  }
  if (!specifier.startsWith(SCOPE) || isAmong(rule.imports, specifier)) return undefined
  const asTypes = isAmong(rule.types ?? [], specifier)
  if (asTypes && typeOnly) return undefined
  if (asTypes) return `${rule.folder} may take only types from ${specifier}: write \`import type\``
  return `${rule.folder} may not import ${specifier}${rule.imports.length > 0 ? `; it may import ${rule.imports.join(', ')}` : ''}`
}

/**
 * @param {readonly string[]} packages
 * @param {string} specifier a package of the list, or one of its subpaths
 */
function isAmong(packages, specifier) {
  return packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
}

/**
 * Follows the values that workflow code imports, from file to file.
 * @param {Map<string, ImportLine[]>} imports
 */
function bundleViolations(imports) {
  const entries = [...imports.keys()].filter((path) => path.startsWith('workflows/src/') && !isTest(path))
  const seen = new Set(entries)
  const waiting = entries.map((path) => ({ path, via: path }))
  /** @type {string[]} */
  const found = []
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { specifier, typeOnly, line } of imports.get(next.path) ?? []) {
      if (typeOnly || specifier.startsWith(SCOPE)) continue
      if (!specifier.startsWith('.')) {
        if (WORKFLOW_BUNDLE.includes(specifier)) continue
        const via = next.via === next.path ? '' : `, which ${next.via} imports`
        found.push(
          `${next.path}:${line} would pull ${specifier} into the workflow bundle${via}; only ${WORKFLOW_BUNDLE.join(' and ')} may be there`,
        )
        continue
      }
      const target = normalize(join(dirname(next.path), specifier))
      if (seen.has(target) || !imports.has(target)) continue
      seen.add(target)
      waiting.push({ path: target, via: next.via })
    }
  }
  return found
}
