import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LocalStackError } from './errors.mjs'

/** @typedef {{ uid: number, gid: number, name: string }} ServiceUser */

/** The folder that holds the root package.json. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * The user that Postgres runs as: undefined (the caller) for an ordinary user, an unprivileged system user for root,
 * because Postgres refuses to run as root and initdb wants a user that has a passwd entry.
 * @returns {ServiceUser | undefined}
 * @throws {LocalStackError} `no_service_user` when root has no unprivileged user to lend
 */
export function serviceUser() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['nobody', 'daemon']) {
    const user = users.find((fields) => fields[0] === name)
    const uid = Number(user?.[2])
    const gid = Number(user?.[3])
    if (Number.isInteger(uid) && uid > 0 && Number.isInteger(gid)) return { uid, gid, name }
  }
  throw new LocalStackError(
    'no_service_user',
    'Postgres does not run as root, and there is no user "nobody" to run it as. Run as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * The folder of the servers' state: `COUNTERSIGN_HOME`, or `.countersign` in the project.
 * @param {string} [home]
 */
export function homeFolder(home) {
  return resolve(home ?? process.env.COUNTERSIGN_HOME ?? join(projectRoot, '.countersign'))
}

/**
 * The folder of downloaded binaries: `COUNTERSIGN_CACHE`, or `~/.cache/countersign`. Root's own home is usually closed
 * to the user that runs Postgres, so root's default is `/var/cache/countersign`.
 * @param {string} [cache]
 * @throws {LocalStackError} `unreachable_folder` when the folder was chosen and the service user cannot enter it
 */
export function cacheFolder(cache) {
  const user = serviceUser()
  const chosen = cache ?? process.env.COUNTERSIGN_CACHE
  const folder = resolve(chosen ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'countersign'))
  if (user === undefined || isReachable(folder, user)) return folder
  if (chosen === undefined) return '/var/cache/countersign'
  throw new LocalStackError(
    'unreachable_folder',
    `COUNTERSIGN_CACHE=${folder} cannot be entered by the user "${user.name}", who runs Postgres when you are root. ` +
      'Choose a folder below one that everybody may enter, for example /var/cache/countersign.',
  )
}

/**
 * The folder of Postgres's data: below `home`, or below `/var/lib/countersign` when root's home folder is closed to the
 * service user. The same home always gives the same folder.
 * @param {string} home
 * @param {ServiceUser | undefined} user
 */
export function postgresFolder(home, user) {
  if (user === undefined || isReachable(home, user)) return join(home, 'postgres')
  const key = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const base = isReachable('/var/lib', user) ? '/var/lib' : tmpdir()
  return join(base, 'countersign', key, 'postgres')
}

/**
 * Makes a folder that the service user can enter, whatever the umask is.
 * @param {string} folder
 */
export async function makeOpenFolder(folder) {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined || process.getuid?.() !== 0) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await chmod(made, 0o755)
}

/**
 * Whether a user may enter every existing folder on the way to a path.
 * @param {string} path
 * @param {ServiceUser} user
 */
export function isReachable(path, user) {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const stats = statSync(folder, { throwIfNoEntry: false })
    if (stats !== undefined) {
      const bit = stats.uid === user.uid ? 0o100 : stats.gid === user.gid ? 0o010 : 0o001
      if ((stats.mode & bit) === 0) return false
    }
    if (folder === dirname(folder)) return true
  }
}
