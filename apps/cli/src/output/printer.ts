import type { WriteStream } from 'node:tty'
import pc from 'picocolors'

export type Colors = ReturnType<typeof pc.createColors>
/** Where a command writes; process.stdout and process.stderr, or something that keeps what is written. */
export type Sink = Pick<NodeJS.WritableStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>

/**
 * The two channels of a command: data goes to stdout, everything that is said about it to stderr,
 * so that a pipe only ever carries data.
 */
export interface Printer {
  readonly json: boolean
  readonly colors: Colors
  /** Columns of the terminal; Infinity where the output is no terminal, so that a pipe gets whole values. */
  readonly width: number
  /** With --json one line of JSON, else the text. */
  item(value: unknown, text: () => string): void
  /** A list: with --json one line of JSON per item, else the text. */
  list(items: readonly unknown[], text: () => string): void
  /** A message for the person; never data. */
  note(text: string): void
  /** How far something has come, on one line of the terminal that changes; null takes it away. Nothing where there is no terminal. */
  progress(text: string | null): void
}

/** Colours are used on a terminal only, and never with NO_COLOR (https://no-color.org), --no-color or --json. */
export function createPrinter(stdout: Sink, stderr: Sink, settings: { json: boolean; color: boolean; env: NodeJS.ProcessEnv }): Printer {
  const { json, env } = settings
  const colourful = settings.color && !json && !env.NO_COLOR && (stdout.isTTY === true || Boolean(env.FORCE_COLOR))
  const columns = Number(env.COLUMNS) || stdout.columns
  const write = (text: string) => stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  return {
    json,
    colors: pc.createColors(colourful),
    width: columns && (stdout.isTTY || env.COLUMNS) ? columns : Number.POSITIVE_INFINITY,
    item: (value, text) => write(json ? JSON.stringify(value) : text()),
    list(items, text) {
      if (!json) write(text())
      else for (const item of items) write(JSON.stringify(item))
    },
    note: (text) => stderr.write(`${text}\n`),
    progress(text) {
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${text ?? ''}`)
    },
  }
}
