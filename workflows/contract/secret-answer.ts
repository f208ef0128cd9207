import type { ReviewRequest } from './reviews.ts'

/** The schema of a request whose answer is a secret (JSON Schema 2020-12, 9.4; `format: password` as in OpenAPI). */
export const SECRET_SCHEMA = { type: 'string', format: 'password', writeOnly: true } as const

/** Whether an answer to this request is a secret: it is sealed before it is written anywhere, and typed unseen. */
export function asksForSecret({ schema }: Pick<ReviewRequest, 'schema'>): boolean {
  return schema?.format === 'password' && schema.writeOnly === true
}
