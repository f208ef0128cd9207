'use client'

import { createHttpClient } from '@countersign/client/http'

/** The door, as a page of the console comes to it: over HTTP on the same origin, as whoever the session's cookie stands for. */
export const api = createHttpClient({ url: '' })
