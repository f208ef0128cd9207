/** The serving side of the HTTP API: whatever HTTP server there is hands requests to `handle`. */
export { answerError, type HandleOptions, handle } from './handle.ts'
export { openApiDocument } from './open-api.ts'
