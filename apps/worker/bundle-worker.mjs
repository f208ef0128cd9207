import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { register } from 'tsx/esm/api'

const activities = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'activities', 'src')

const MODULE = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/** Modules that nodes run in threads and processes of their own, by name: each that the sources start by its address. */
async function threadModules() {
  const files = (await readdir(activities, { recursive: true })).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const found = {}
  for (const file of files) {
    for (const [, name] of (await readFile(path.join(activities, file), 'utf8')).matchAll(MODULE)) {
      const source = path.join(activities, path.dirname(file), `${name}.ts`)
      if (found[name] !== undefined && found[name] !== source) throw new Error(`Two modules are called ${name}: ${source}, ${found[name]}.`)
      found[name] = source
    }
  }
  return found
}

/** Packages are left where they are; the workspaces, which are TypeScript, are bundled. */
const packagesStay = {
  name: 'packages-stay',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@countersign/') ? undefined : { external: true },
    )
  },
}

/** A thread's module is named by its source; built, it lies beside the program. */
const threadsMove = {
  name: 'threads-move',
  setup(builder) {
    builder.onLoad({ filter: /activities\/src\/.*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll(MODULE, "new URL('./$1.mjs', import.meta.url)"),
      loader: 'ts',
    }))
  },
}

/**
 * Turns programs into plain JavaScript in `outdir`, which must lie inside the project. A program that starts threads or runs workflows
 * needs `bundleWorker`.
 * @param {Record<string, string>} programs source file by name
 * @param {string} outdir
 */
export async function bundlePrograms(programs, outdir) {
  await build({
    entryPoints: programs,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    plugins: [packagesStay, threadsMove],
    logLevel: 'warning',
  })
}

/**
 * Turns programs that run a worker into plain JavaScript in `outdir`, which is emptied first, with their threads and with the
 * workflows as the one script that Temporal's sandbox loads: they start sooner and need less memory than through a TypeScript
 * loader. Packages stay in node_modules, so `outdir` must lie inside the project.
 * @param {Record<string, string>} programs source file by name
 * @param {string} outdir
 */
export async function bundleWorker(programs, outdir) {
  await rm(outdir, { recursive: true, force: true })
  await bundlePrograms({ ...programs, ...(await threadModules()) }, outdir)
  await writeFile(
    path.join(outdir, 'thread-entry.mjs'),
    "import { workerData } from 'node:worker_threads'\nawait import(workerData.module)\n",
  )
  await writeFile(path.join(outdir, 'process-entry.mjs'), "await import(process.argv[2] ?? '')\n")
  register()
  const { bundleWorkflows } = await import('./src/workflow-bundle.ts')
  await writeFile(path.join(outdir, 'workflows.js'), (await bundleWorkflows()).code)
}
