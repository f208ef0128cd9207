import { createWebClient, isSuccess, refusedAnswer, type WebClientOptions, type WebHead } from './web-client.ts'

export interface FetchedFile {
  bytes: Uint8Array
  /** From the server's Content-Disposition, else the last part of the path, else the host. */
  name: string
  /** Where the file really came from, after redirects. */
  url: string
}

/**
 * Fetches a file over HTTP. Errors: `invalid_input` (no http address, a private address, refused), `not_found`, `too_large`,
 * `unavailable` (worth a retry). Reads only, so it is safe to retry.
 */
export type FetchUrl = (url: string, options: { maxBytes: number; signal: AbortSignal }) => Promise<FetchedFile>

/** A fetcher of files on the web client, which connects to public addresses only. */
export function createFetchUrl(options: WebClientOptions): FetchUrl {
  const ask = createWebClient(options)
  return async (url, { maxBytes, signal }) => {
    const answer = await ask(url, { maxBytes, signal, wants: isSuccess })
    if (!isSuccess(answer)) throw refusedAnswer(answer)
    return { bytes: answer.bytes, name: nameOf(answer), url: answer.url }
  }
}

function nameOf({ headers, url }: WebHead): string {
  const { pathname, hostname } = new URL(url)
  const disposition = headers['content-disposition'] ?? ''
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1]
  const given = encoded === undefined ? /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1] : safeDecode(encoded)
  const last = safeDecode(pathname.split('/').filter(Boolean).at(-1) ?? '')
  const name = (given ?? last).replace(/[/\\]/g, '_').trim()
  return name === '' ? hostname : name.slice(0, 200)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
