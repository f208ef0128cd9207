import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface ProcessMemory {
  /** Of the module that it runs, else of its program. */
  name: string
  megabytes: number
}

/** Resident memory of a process and all below it, largest first. Linux only. */
export function memoryOfTree(roots: readonly number[]): ProcessMemory[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) if (/^\d+$/.test(entry)) parents.set(Number(entry), parentOf(Number(entry)))
  const inTree = (pid: number): boolean => roots.includes(pid) || (parents.has(pid) && inTree(parents.get(pid) ?? 0))
  return [...parents.keys()]
    .filter(inTree)
    .map(memoryOf)
    .sort((a, b) => b.megabytes - a.megabytes)
}

const statusOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0)

function memoryOf(pid: number): ProcessMemory {
  const status = statusOf(pid)
  const name = moduleOf(pid) ?? /^Name:\s+(.*)/m.exec(status)?.[1] ?? ''
  return { name, megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024 }
}

/** What a Node process runs: the last module of its command line. */
function moduleOf(pid: number): string | null {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const module = words.findLast((word) => /\.(?:mjs|cjs|js|ts)$/.test(word))
    return module === undefined ? null : path.basename(module)
  } catch {
    return null
  }
}
