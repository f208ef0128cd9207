#!/usr/bin/env node
import { readFileSync, statSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const home = fileURLToPath(new URL('..', import.meta.url))
const bundle = path.join(home, 'dist', 'countersign.mjs')

// Node >= 22.1 keeps compiled code between starts.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()

if (isFresh()) {
  await import(pathToFileURL(bundle).href)
} else {
  const { register } = await import('tsx/esm/api')
  register()
  await import(new URL('../src/main.ts', import.meta.url).href)
}

/** Whether the bundle exists and none of the files it was made of has changed since. */
function isFresh() {
  try {
    const built = statSync(bundle).mtimeMs
    /** @type {string[]} */
    const inputs = JSON.parse(readFileSync(path.join(home, 'dist', 'inputs.json'), 'utf8'))
    return inputs.every((input) => statSync(path.join(home, input)).mtimeMs <= built)
  } catch {
    return false
  }
}
