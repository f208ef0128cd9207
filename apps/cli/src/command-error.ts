/** An error of the command line itself, in the shape of a CountersignError: it must not load the client only to complain. */
export class CommandError extends Error {
  readonly code: 'invalid_input' | 'not_found' | 'ambiguous'
  readonly status: 400 | 404 | 409
  constructor(code: CommandError['code'], message: string) {
    super(message)
    this.name = 'CommandError'
    this.code = code
    this.status = { invalid_input: 400 as const, not_found: 404 as const, ambiguous: 409 as const }[code]
  }
}
