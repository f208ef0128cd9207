/** One goal of a benchmark: what was measured, and whether that is good enough. */
export interface Goal {
  name: string
  measured: string
  goal: string
  ok: boolean
}

/** Prints the table and the last line (figures, `ok` or `short`); sets the exit code to 1 where a goal is missed. */
export function report(title: string, goals: readonly Goal[]): void {
  const width = (key: 'name' | 'measured' | 'goal') => Math.max(...goals.map((goal) => goal[key].length), key.length)
  const [name, measured, goal] = [width('name'), width('measured'), width('goal')]
  for (const row of goals) {
    process.stdout.write(
      `${row.name.padEnd(name)}  ${row.measured.padStart(measured)}  ${row.goal.padEnd(goal)}  ${row.ok ? 'ok' : 'short'}\n`,
    )
  }
  const ok = goals.every((row) => row.ok)
  const figures = goals.map((row) => `${row.name} ${row.measured} (${row.goal})`).join('; ')
  process.stdout.write(`${title}: ${figures}: ${ok ? 'ok' : 'short'}\n`)
  if (!ok) process.exitCode = 1
}
