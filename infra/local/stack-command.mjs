import { fetchModels } from './fetch-models.mjs'
import { hidePassword } from './hide-password.mjs'
import { stackStatus, startStack, stopStack } from './stack.mjs'

/**
 * `stack start|status|stop [--json]` without any npm package. Prints addresses; `status` exits with 3 when a server is not
 * running, as service managers do.
 * @param {readonly string[]} args
 * @param {{ log: (line: string) => void, print: (line: string) => void }} output
 * @returns {Promise<number>} exit code
 */
export async function runStackCommand(args, { log, print }) {
  const json = args.includes('--json')
  const [verb] = args.filter((argument) => argument !== '--json')
  if (verb === 'stop') {
    const stopped = await stopStack()
    print(json ? JSON.stringify({ stopped }) : stopped.length === 0 ? 'Nothing was running.' : `Stopped ${stopped.join(' and ')}.`)
    return 0
  }
  if (verb !== 'start' && verb !== 'status') {
    log('Usage: stack start|status|stop [--json]')
    return 2
  }
  if (verb === 'start') await Promise.all([startStack({ keepRunning: true, log }), fetchModels({ log })])
  const status = await stackStatus()
  if (json) print(JSON.stringify(status))
  else {
    print(`Postgres  ${describeServer(status.postgres, hidePassword(status.postgres.url))}`)
    print(`Temporal  ${describeServer(status.temporal, status.temporal.address)}`)
    if (status.temporal.running && status.temporal.uiUrl) print(`          ${status.temporal.uiUrl} (web UI)`)
    print(`Data      ${status.home}`)
  }
  const up = [status.postgres, status.temporal].every((server) => server.running || server.external)
  return up ? 0 : 3
}

/**
 * @param {import('./index.mjs').ServerStatus} server
 * @param {string} address
 */
function describeServer(server, address) {
  if (server.external) return `${address} (yours, from the environment)`
  return server.running ? `${address} (process ${server.pid})` : 'not running'
}
