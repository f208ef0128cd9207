import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { register } from 'tsx/esm/api'

/**
 * Builds what production runs, into dist/: the worker and its threads as plain JavaScript (packages stay in node_modules),
 * and the workflows as the one script that Temporal's sandbox loads. Starts sooner and needs less memory than the sources.
 */
const here = path.dirname(fileURLToPath(import.meta.url))
const activities = path.join(here, '..', '..', 'activities', 'src')
const dist = path.join(here, 'dist')

/** Packages are left where they are; the workspaces, which are TypeScript, are bundled. */
const packagesStay = {
  name: 'packages-stay',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@countersign/') ? undefined : { external: true },
    )
  },
}

/** A thread's module is named by its source; built, it lies beside the worker. */
const threadsMove = {
  name: 'threads-move',
  setup(builder) {
    builder.onLoad({ filter: /activities\/src\/.*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, "new URL('./$1.mjs', import.meta.url)"),
      loader: 'ts',
    }))
  },
}

await rm(dist, { recursive: true, force: true })
await build({
  entryPoints: {
    main: path.join(here, 'src/main.ts'),
    migrate: path.join(here, 'src/migrate.ts'),
    'pdf-thread': path.join(activities, 'sources/pdf-thread.ts'),
    'local-thread': path.join(activities, 'models/local-thread.ts'),
  },
  outdir: dist,
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
await writeFile(path.join(dist, 'thread-entry.mjs'), "import { workerData } from 'node:worker_threads'\nawait import(workerData.module)\n")

register()
const { bundleWorkflows } = await import('./src/workflow-bundle.ts')
await writeFile(path.join(dist, 'workflows.js'), (await bundleWorkflows()).code)
