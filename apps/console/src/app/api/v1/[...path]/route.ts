import { answerApi } from '../../../../server/answer-api.ts'

/** The whole HTTP API: which door an address is, and what it takes, stands in `@countersign/client`'s table of operations. */
export const GET = answerApi
export const POST = answerApi
export const PUT = answerApi
export const PATCH = answerApi
export const DELETE = answerApi
