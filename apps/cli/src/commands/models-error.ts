import { CommandError } from '../command-error.ts'

const CODES: Record<string, CommandError['code']> = {
  model_unknown: 'not_found',
  model_missing: 'not_found',
  bad_manifest: 'invalid_input',
  files_missing: 'invalid_input',
}

/** An error of the registry of models with the exit code that its kind has elsewhere; what is none stays as it is. */
export function asModelsError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error
  const code = CODES[error.code]
  return code === undefined ? error : new CommandError(code, error.message)
}
