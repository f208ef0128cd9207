import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles the command line into dist/, so that it starts in a fraction of the time that reading its sources takes. */
const here = path.dirname(fileURLToPath(import.meta.url))
const outdir = path.join(here, 'dist')

// Temporal's and Postgres's drivers are CommonJS and ask for `require`, `__filename` and `__dirname`.
const banner = `import { createRequire as __createRequire } from 'node:module';
import { fileURLToPath as __toPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __toPath(import.meta.url);
const __dirname = __toPath(new URL('.', import.meta.url));`

await rm(outdir, { recursive: true, force: true })
const result = await build({
  absWorkingDir: here,
  entryPoints: { countersign: 'src/main.ts' },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  minifySyntax: true,
  minifyWhitespace: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  banner: { js: banner },
  // The local stack finds the project by its own place on the disk. The two clients are CommonJS and loaded on demand:
  // bundled, such an import would give no named exports.
  external: ['@countersign/infra/local', '@temporalio/client', '@aws-sdk/client-s3', 'pg-native'],
  metafile: true,
  logLevel: 'warning',
})

// What the bundle was made of: the command compares these files' times before it trusts the bundle.
const inputs = Object.keys(result.metafile.inputs).filter((input) => !input.includes('node_modules/'))
await writeFile(path.join(outdir, 'inputs.json'), JSON.stringify(inputs))
const { size } = await readFile(path.join(outdir, 'countersign.mjs')).then((bytes) => ({ size: bytes.length }))
process.stdout.write(`dist/countersign.mjs, ${Math.round(size / 1000)} kB, from ${inputs.length} files\n`)
