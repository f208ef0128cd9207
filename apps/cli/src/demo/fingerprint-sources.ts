import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

const NOT_SOURCES = new Set(['node_modules', 'dist', '.next', '.turbo', 'next-env.d.ts', 'e2e', 'test'])

/**
 * A hash over names and contents of files: it changes exactly when something that a build reads has changed.
 * `parts` are files and folders relative to `root`; what does not exist counts as empty. Tests are left out.
 */
export async function fingerprintSources(root: string, parts: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const part of parts) {
    for (const file of (await filesBelow(path.join(root, part))).sort()) {
      hash.update(`\0${path.relative(root, file)}\0`).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

async function filesBelow(place: string): Promise<string[]> {
  const found = await stat(place).catch(() => undefined)
  if (found === undefined) return []
  if (found.isFile()) return [place]
  const entries = await readdir(place, { withFileTypes: true })
  const nested = entries
    .filter((entry) => !NOT_SOURCES.has(entry.name) && !/\.test\.tsx?$/.test(entry.name) && !entry.name.endsWith('.tsbuildinfo'))
    .map((entry) => (entry.isDirectory() ? filesBelow(path.join(place, entry.name)) : entry.isFile() ? [path.join(place, entry.name)] : []))
  return (await Promise.all(nested)).flat()
}
