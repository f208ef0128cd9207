import type { openBrowser } from '../../../apps/console/e2e/browser.ts'

/** A page of the browser that the console's tests use. */
export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newPage']>>
