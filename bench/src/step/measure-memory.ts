import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessMemory {
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
  return { name: /^Name:\s+(.*)/m.exec(status)?.[1] ?? '', megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024 }
}
