import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { LocalStackError } from './errors.mjs'
import { fetchBinaries } from './fetch-binaries.mjs'
import { fetchModels } from './fetch-models.mjs'
import { installDependencies } from './install-dependencies.mjs'
import { buildNativeModules } from './native-modules.mjs'
import { projectRoot as root } from './places.mjs'
import { runCommand } from './run-command.mjs'
import { runStackCommand } from './stack-command.mjs'

const USAGE = `Usage: node infra/local/setup.mjs <command>
  demo [arguments]          set everything up, then run the demo with these arguments
  test [arguments]          set everything up, then run the tests (arguments go to vitest)
  prepare                   set up what the tests need, and run none
  stack start|status|stop   the local Postgres and Temporal servers (--json for programs)
`

/** @param {string} line */
const log = (line) => void process.stderr.write(`${line}\n`)

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const COMMANDS = {
  demo: async (args) => {
    await Promise.all([installDependencies({ root, log }), fetchBinaries({ need: localServers(), log }), fetchModels({ log })])
    // The person has been waiting since this process began, so the demo's clock counts from then.
    const started = String(Math.round(performance.timeOrigin))
    const env = { ...process.env, COUNTERSIGN_DEMO_STARTED: started }
    return runCommand(process.execPath, [join('apps', 'cli', 'bin', 'demo.mjs'), ...args], { cwd: root, env })
  },
  test: async (args) => {
    const chromium = await prepareTests()
    const env = chromium === undefined ? process.env : { ...process.env, CHROMIUM_PATH: chromium }
    return runCommand(process.execPath, [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...args], { cwd: root, env })
  },
  prepare: async () => {
    await prepareTests()
    return 0
  },
  stack: (args) => runStackCommand(args, { log, print: (line) => void process.stdout.write(`${line}\n`) }),
}

/** Fetches and builds what tests need; answers where Chromium is. What is there already takes no time. */
async function prepareTests() {
  const dependencies = installDependencies({ root, log }).then(() => buildNativeModules({ root, log }))
  // Tests have servers of their own, whatever DATABASE_URL says.
  const binaries = fetchBinaries({ need: ['postgres', 'temporal', 'test-server'], log })
  const [chromium] = await Promise.all([ensureChromium({ log }), dependencies, binaries, fetchModels({ tests: true, log })])
  return chromium
}

/** The servers that the environment does not point to already. */
function localServers() {
  /** @type {('postgres' | 'temporal')[]} */
  const servers = []
  if (!process.env.DATABASE_URL) servers.push('postgres')
  if (!process.env.TEMPORAL_ADDRESS) servers.push('temporal')
  return servers
}

/** @param {string} version */
function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 9)) return
  throw new LocalStackError('old_node', `Node 20.9 or newer is needed, this is ${version}. See https://nodejs.org/en/download.`)
}

async function main() {
  const [name = '', ...args] = process.argv.slice(2)
  const command = COMMANDS[name]
  if (command === undefined) {
    process.stderr.write(USAGE)
    return name === '--help' ? 0 : 2
  }
  checkNode(process.versions.node)
  return command(args)
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(error instanceof LocalStackError ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`)
  process.exitCode = 1
}
