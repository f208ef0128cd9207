import { CountersignError } from '@countersign/workflows/contract'
import type { Browser, BrowserContext, Route } from 'playwright-core'
import type { WebClient } from '../web-client.ts'
import { siteOf } from './page-address.ts'

/** Shows pages to a browser, so that their scripts write what is to be read. */
export interface PageBrowser {
  /**
   * The page's HTML after its scripts have run, given the HTML that came from `url`. Errors: `unavailable` (not in time), `invalid_input`
   * (the browser cannot be started). Safe to retry.
   */
  render(page: { url: string; html: string; signal: AbortSignal }): Promise<{ html: string; refused: string[] }>
  close(): Promise<void>
}

const TIME = 20_000
const QUIET = 8_000
const MAX_REQUESTS = 150
const MAX_BYTES = 20 * 1024 * 1024
const UNREAD = new Set(['image', 'media', 'font', 'texttrack', 'manifest'])

/**
 * A Chromium that has no way to the network: what a page asks for is fetched by the web client, with its checks of addresses, limits and
 * times, and nothing else is answered. Started with the first page; no page sees the cookies or storage of another.
 */
export function createPageBrowser({ executablePath, ask }: { executablePath: string; ask: WebClient }): PageBrowser {
  let launched: Promise<Browser> | null = null
  return {
    async render({ url, html, signal }) {
      launched ??= launch(executablePath)
      const context = await (await launched).newContext({ serviceWorkers: 'block', acceptDownloads: false })
      const stop = (): void => void context.close()
      signal.addEventListener('abort', stop, { once: true })
      try {
        return await show(context, { url, html, signal, ask })
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof CountersignError) throw error
        throw new CountersignError('unavailable', `The browser could not show ${url} in time.`, { url }, { cause: error })
      } finally {
        signal.removeEventListener('abort', stop)
        await context.close()
      }
    },
    async close() {
      const browser = await launched?.catch(() => null)
      launched = null
      await browser?.close()
    },
  }
}

async function launch(executablePath: string): Promise<Browser> {
  try {
    const { chromium } = await import('playwright-core')
    return await chromium.launch({
      executablePath,
      // Chromium refuses its sandbox to root.
      chromiumSandbox: process.getuid?.() !== 0,
      proxy: { server: 'http://127.0.0.1:9', bypass: '<-loopback>' },
      args: ['--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND', '--force-webrtc-ip-handling-policy=disable_non_proxied_udp'],
    })
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    const message = `The browser ${executablePath} (COUNTERSIGN_BROWSER) cannot be started: ${why} It needs a Chromium and the package playwright-core.`
    throw new CountersignError('invalid_input', message, { executablePath }, { cause: error })
  }
}

interface Shown {
  url: string
  html: string
  signal: AbortSignal
  ask: WebClient
}

async function show(context: BrowserContext, shown: Shown): Promise<{ html: string; refused: string[] }> {
  const refused = new Set<string>()
  const left = { requests: MAX_REQUESTS, bytes: MAX_BYTES }
  await context.routeWebSocket(/.*/, (socket) => socket.close())
  await context.route('**/*', async (route) => {
    const answered = await answer(route, shown, left).catch(() => false)
    if (answered) return
    refused.add(route.request().url().slice(0, 200))
    // A page that may not leave stays as it is; any other word would put the browser's own page about the error in its place.
    await route.abort(route.request().isNavigationRequest() ? 'aborted' : 'blockedbyclient').catch(() => undefined)
  })
  const page = await context.newPage()
  await page.goto(shown.url, { waitUntil: 'commit', timeout: TIME })
  // A page that never falls silent has written what it has to say by then.
  await page.waitForLoadState('domcontentloaded', { timeout: QUIET }).catch(() => undefined)
  await page.waitForLoadState('networkidle', { timeout: QUIET }).catch(() => undefined)
  return { html: await page.content(), refused: [...refused] }
}

/** Whether the request was answered. The page itself comes as it was fetched. */
async function answer(route: Route, shown: Shown, left: { requests: number; bytes: number }): Promise<boolean> {
  const request = route.request()
  const url = request.url()
  if (url === shown.url && request.isNavigationRequest()) {
    await route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body: shown.html })
    return true
  }
  const isFrame = request.isNavigationRequest() && request.frame().parentFrame() !== null
  const leaves = request.isNavigationRequest() && siteOf(url) !== siteOf(shown.url)
  left.requests -= 1
  if (isFrame || leaves || UNREAD.has(request.resourceType()) || left.requests < 0) return false
  const { accept = '*/*', 'content-type': type } = request.headers()
  const headers = { accept, referer: shown.url, ...(type === undefined ? {} : { 'content-type': type }) }
  const body = request.postDataBuffer() ?? undefined
  const { signal } = shown
  const found = await shown.ask(url, { method: request.method(), headers, body, maxBytes: left.bytes, signal, timeout: TIME })
  left.bytes -= found.bytes.byteLength
  const given = { 'content-type': found.headers['content-type'] ?? '', 'access-control-allow-origin': '*' }
  await route.fulfill({ status: found.status, headers: given, body: Buffer.from(found.bytes) })
  return true
}
