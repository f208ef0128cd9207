import type { Sink } from '../output/printer.ts'

/**
 * The part of the terminal that the demo keeps up to date, with ordinary lines above it. Where the output is no
 * terminal, `draw` shows nothing: there, every change is a line of its own.
 */
export interface Screen {
  readonly live: boolean
  readonly rows: number
  /** Prints a line for good, above the live part. */
  say(line: string): void
  /** Replaces the live part. Lines must fit the width. */
  draw(lines: readonly string[]): void
  /** Leaves the live part as it is and goes on below it. */
  freeze(): void
}

export function createScreen(out: Sink & { rows?: number }): Screen {
  let drawn: readonly string[] = []
  // ECMA-48: cursor up, then erase to the end of the screen.
  const erase = () => (drawn.length === 0 ? '' : `\u001b[${drawn.length}A\u001b[J`)
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
  const live = out.isTTY === true
  return {
    live,
    rows: out.rows ?? 24,
    say: (line) => void out.write(`${erase()}${line}\n${text(drawn)}`),
    draw(lines) {
      if (!live || lines.join('\n') === drawn.join('\n')) return
      out.write(`${erase()}${text(lines)}`)
      drawn = lines
    },
    freeze() {
      drawn = []
    },
  }
}
