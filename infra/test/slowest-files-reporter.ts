import type { Reporter, TestModule, Vitest } from 'vitest/node'

export interface FileTime {
  file: string
  /** Seconds of its tests and hooks, and of loading it and what it imports. */
  tests: number
  loading: number
}

const SHOWN = 10

/** The slowest files, the slowest first, and the sum over all: what there is to gain, and where. */
export function slowestFiles(times: readonly FileTime[], wall: number): string[] {
  const total = ({ tests, loading }: FileTime) => tests + loading
  const sum = (pick: (time: FileTime) => number) => times.reduce((all, time) => all + pick(time), 0).toFixed(0)
  const slowest = times.toSorted((a, b) => total(b) - total(a)).slice(0, SHOWN)
  return [
    ...slowest.map((time) => `${total(time).toFixed(1).padStart(7)} s  ${time.file}`),
    `${sum(total).padStart(5)}   s  in ${times.length} files (loading them ${sum(({ loading }) => loading)} s), in ${wall.toFixed(0)} s by the clock`,
  ]
}

/** Ends a run of several files with the slowest of them. */
export default class SlowestFilesReporter implements Reporter {
  private started = 0
  private print: (text: string) => void = () => undefined

  onInit({ logger }: Vitest): void {
    this.print = (text) => logger.log(text)
  }

  onTestRunStart(): void {
    this.started = performance.now()
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return
    const times = modules.map((module): FileTime => {
      const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic()
      return { file: module.relativeModuleId, tests: duration / 1000, loading: (collectDuration + setupDuration + prepareDuration) / 1000 }
    })
    this.print(['', 'Slowest files:', ...slowestFiles(times, (performance.now() - this.started) / 1000)].join('\n'))
  }
}
