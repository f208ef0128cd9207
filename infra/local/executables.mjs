import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/**
 * The full path of a command that the PATH has, or undefined.
 * @param {string} command
 * @returns {Promise<string | undefined>}
 */
export async function onPath(command) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder !== '' && (await isExecutable(join(folder, command)))) return join(folder, command)
  }
  return undefined
}

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
export async function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
