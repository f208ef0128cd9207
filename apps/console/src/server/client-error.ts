import { knownProblem } from '@countersign/client/http'

/** An error of the client, recognised by its shape, or null. */
export const clientError = knownProblem
export type ClientError = NonNullable<ReturnType<typeof knownProblem>>
