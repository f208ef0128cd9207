import type { Door } from '../../permissions.ts'
import type { JsonDoor, Operations, Route } from '../operation.ts'
import { batchOperations } from './batches.ts'
import { peopleOperations } from './people.ts'
import { reviewOperations } from './reviews.ts'
import { runOperations } from './runs.ts'
import { timeTravelOperations } from './time-travel.ts'

/** Every door that takes and answers JSON: the one table behind the routes, the HTTP client and the OpenAPI document. */
export const OPERATIONS: Operations<JsonDoor> = {
  ...reviewOperations,
  ...batchOperations,
  ...runOperations,
  ...peopleOperations,
  ...timeTravelOperations,
}

/** The doors that carry bytes, or never end. */
export const BYTE_ROUTES: Record<Exclude<Door, JsonDoor>, Route> = {
  ingest: { method: 'POST', path: '/documents' },
  readFile: { method: 'GET', path: '/files/{hash}' },
  watch: { method: 'GET', path: '/events' },
}
