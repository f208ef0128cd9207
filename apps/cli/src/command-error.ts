/** An error of the command line itself, in the shape of a CountersignError: it must not load the client only to complain. */
export class CommandError extends Error {
  readonly code: 'invalid_input' | 'not_found'
  readonly status: 400 | 404
  constructor(code: CommandError['code'], message: string) {
    super(message)
    this.name = 'CommandError'
    this.code = code
    this.status = code === 'not_found' ? 404 : 400
  }
}
