import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project's root package.json, looked for above this file (or its bundle), then above the working folder. */
export function projectFolder(): string {
  const starts = import.meta.url.startsWith('file:') ? [path.dirname(fileURLToPath(import.meta.url)), process.cwd()] : [process.cwd()]
  for (const start of starts) {
    for (let folder = start; ; folder = path.dirname(folder)) {
      if (isProject(path.join(folder, 'package.json'))) return folder
      if (folder === path.dirname(folder)) break
    }
  }
  return process.cwd()
}

function isProject(file: string): boolean {
  return existsSync(file) && /"name"\s*:\s*"countersign"/.test(readFileSync(file, 'utf8'))
}
