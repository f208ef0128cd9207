/**
 * @typedef {object} Step
 * @property {string} name
 * @property {'downloads' | 'builds' | 'sources' | 'tests'} lane all but `tests` run side by side, `tests` after them
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 */

/** `npm` starts itself here: the script that runs it may not be on the PATH, and Windows needs its shell wrapper. */
const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`

/**
 * Everything a change must pass, cheap steps first; builds before tests, because the end-to-end tests drive the builds. The console's
 * types come before its build, which writes types of its own.
 * @param {{ tally: string }} files `tally`: where the tests leave their counts
 * @returns {Step[]}
 */
export function checkSteps({ tally }) {
  return [
    { name: 'set-up', lane: 'downloads', command: 'node', args: ['infra/local/setup.mjs', 'prepare'] },
    { name: 'format', lane: 'sources', command: bin('biome'), args: ['check', '--linter-enabled=false', '.'] },
    { name: 'lint', lane: 'sources', command: bin('biome'), args: ['lint', '--error-on-warnings', '.'] },
    { name: 'imports', lane: 'sources', command: 'node', args: ['infra/check/imports.mjs'] },
    { name: 'types', lane: 'sources', command: bin('tsc'), args: ['-p', '.'] },
    { name: 'unused code', lane: 'sources', command: bin('knip'), args: [] },
    { name: 'licences', lane: 'sources', command: 'node', args: ['infra/check/licences.mjs'] },
    { name: 'console types', lane: 'builds', command: bin('tsc'), args: ['-p', 'apps/console'] },
    { name: 'builds', lane: 'builds', command: bin('tsx'), args: ['infra/check/builds.mjs'] },
    { name: 'tests', lane: 'tests', command: 'npm', args: ['test'], env: { COUNTERSIGN_TALLY: tally } },
  ]
}
