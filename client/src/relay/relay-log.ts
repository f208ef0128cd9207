/** Where the relay says what a person running it should know. A pino logger fits. */
export interface RelayLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** An error and what caused it, in one line. */
export function sayCauses(error: unknown): string {
  const said: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) said.push(cause.message)
  return said.length > 0 ? said.join(': ') : String(error)
}
