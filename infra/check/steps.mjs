/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 */

/** `npm` starts itself here: the script that runs it may not be on the PATH, and Windows needs its shell wrapper. */
const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`

/**
 * Everything a change must pass, cheap steps first; builds before tests, because the end-to-end tests drive the builds.
 * @param {{ tally: string }} files `tally`: where the tests leave their counts
 * @returns {Step[]}
 */
export function checkSteps({ tally }) {
  return [
    { name: 'format', command: bin('biome'), args: ['check', '--linter-enabled=false', '.'] },
    { name: 'lint', command: bin('biome'), args: ['lint', '--error-on-warnings', '.'] },
    { name: 'imports', command: 'node', args: ['infra/check/imports.mjs'] },
    { name: 'types', command: bin('tsc'), args: ['-p', '.'] },
    { name: 'console types', command: bin('tsc'), args: ['-p', 'apps/console'] },
    { name: 'unused code', command: bin('knip'), args: [] },
    { name: 'licences', command: 'node', args: ['infra/check/licences.mjs'] },
    { name: 'builds', command: bin('turbo'), args: ['run', 'build', '--output-logs=errors-only'], env: { TURBO_TELEMETRY_DISABLED: '1' } },
    { name: 'tests', command: 'npm', args: ['test'], env: { COUNTERSIGN_TALLY: tally } },
  ]
}
