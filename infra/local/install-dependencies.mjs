import { spawn } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalStackError } from './errors.mjs'
import { withLock } from './lock.mjs'

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean, peer?: boolean, devOptional?: boolean }>} LockedPackages */

/**
 * Installs the npm dependencies when what is in node_modules is not what package-lock.json asks for. Two calls at once
 * install once. Safe to repeat.
 * @param {{ root: string, log: (line: string) => void, run?: typeof runNpm }} options
 * @returns {Promise<'current' | 'installed'>}
 * @throws {LocalStackError} `install_failed` with npm's last lines
 */
export async function installDependencies({ root, log, run = runNpm }) {
  if (await isCurrent(root)) return 'current'
  const folder = join(root, '.countersign')
  await mkdir(folder, { recursive: true })
  return withLock(
    join(folder, 'install.lock'),
    async () => {
      if (await isCurrent(root)) return 'current'
      log('Installing npm packages (npm ci)')
      const strict = await run(['ci'], root)
      if (strict.code === 0) return 'installed'
      // Some npm versions leave other platforms' optional packages out of the lock file and then refuse it.
      if (!/missing:? .* from lock file|EUSAGE/i.test(strict.output)) throw failed('npm ci', strict.output)
      log('npm ci does not accept package-lock.json; trying npm install')
      const lenient = await run(['install', '--no-save'], root)
      if (lenient.code !== 0) throw failed('npm install', lenient.output)
      return 'installed'
    },
    { timeoutMs: 600_000 },
  )
}

/**
 * Whether node_modules holds every package of package-lock.json in its version. npm records what it installed in
 * node_modules/.package-lock.json, as the last thing it does, so an interrupted install counts as none.
 * @param {string} root
 * @returns {Promise<boolean>}
 */
export async function isCurrent(root) {
  const wanted = await packagesOf(join(root, 'package-lock.json'))
  const installed = await packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === undefined || installed === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    // Optional ones may be for another platform; folders of this project are not copied.
    if (!path.includes('node_modules/') || entry.optional || entry.peer || entry.devOptional) return true
    const found = installed[path]
    return found !== undefined && found.version === entry.version && Boolean(found.link) === Boolean(entry.link)
  })
}

/**
 * @param {string} file
 * @returns {Promise<LockedPackages | undefined>}
 */
async function packagesOf(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Runs npm (the one that started this process, when there is one).
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runNpm(args, cwd) {
  const script = process.env.npm_execpath
  const [executable, first] = script?.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []]
  return new Promise((resolve, reject) => {
    const child = spawn(executable, [...first, ...args, '--loglevel=error', '--no-progress'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output = (output + chunk.toString()).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * @param {string} command
 * @param {string} output
 */
function failed(command, output) {
  const tail = output.trim().split('\n').slice(-12).join('\n  ')
  return new LocalStackError('install_failed', `${command} failed. Check the network and npm's settings. npm said:\n  ${tail}`, {
    retryable: true,
  })
}
