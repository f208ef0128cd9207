import type { Lineage, LineageRun } from '@countersign/client'
import { formatAge, formatStatus } from './format-values.ts'
import type { Printer } from './printer.ts'

/** A tree of forks, each under its parent. `marked`: the run that was asked for. */
export function formatLineage(printer: Printer, { root, runs }: Lineage, marked: string): string {
  const below = new Map<string | null, LineageRun[]>()
  const known = new Set(runs.map(({ id }) => id))
  for (const run of runs) {
    // A parent that is gone leaves its forks beside the root.
    const parent = run.id === root || run.parentRun === null || !known.has(run.parentRun) ? null : run.parentRun
    below.set(parent, [...(below.get(parent) ?? []), run])
  }
  const lines: string[] = []
  const draw = (run: LineageRun, lead: string, sign: string, indent: string) => {
    lines.push(`${printer.colors.dim(lead + sign)}${lineOf(printer, run, marked)}`)
    const children = below.get(run.id) ?? []
    for (const [at, child] of children.entries()) {
      const isLast = at === children.length - 1
      draw(child, lead + indent, isLast ? '└─ ' : '├─ ', isLast ? '   ' : '│  ')
    }
  }
  for (const run of below.get(null) ?? []) draw(run, '', '', '')
  return lines.join('\n')
}

function lineOf({ colors }: Printer, run: LineageRun, marked: string): string {
  const parts = [
    run.id === marked ? colors.bold(`${run.id} ◂`) : run.id,
    formatStatus(run.status, colors),
    `${run.graph}@${run.version}`,
    run.sandbox ? 'replay' : '',
    run.parentStep === null ? '' : `from step ${run.parentStep}`,
    run.nodes.length > 0 ? `only ${run.nodes.join(', ')}` : '',
    run.edited.length > 0 ? `changed ${run.edited.join(', ')}` : '',
    run.reason === null ? '' : `“${run.reason}”`,
    `by ${run.createdBy}, ${formatAge(run.createdAt)} ago`,
  ]
  return parts.filter((part) => part !== '').join('  ')
}
