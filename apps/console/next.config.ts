import { fileURLToPath } from 'node:url'
import type { NextConfig } from 'next'

/** The workspace root: Turbopack and file tracing look for the other workspaces from here. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const config: NextConfig = {
  // The workspaces are TypeScript sources; what they use of Node and of native code stays outside the bundle.
  transpilePackages: ['@countersign/client', '@countersign/db', '@countersign/workflows'],
  serverExternalPackages: [
    'pg',
    'drizzle-orm',
    '@temporalio/client',
    '@temporalio/common',
    '@temporalio/proto',
    '@langchain/core',
    '@langchain/langgraph-checkpoint',
    '@langchain/langgraph-checkpoint-postgres',
    '@aws-sdk/client-s3',
    'pino',
  ],
  turbopack: { root: ROOT },
  outputFileTracingRoot: ROOT,
  // The tests are checked with everything else, not with every build.
  typescript: { tsconfigPath: 'tsconfig.build.json' },
  // The title comes with the page and not after it: it must be there when the page is read aloud.
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
}

export default config
