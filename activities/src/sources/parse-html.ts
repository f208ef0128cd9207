import { parseHTML } from 'linkedom'
import { decodeText } from './decode-text.ts'
import type { HtmlDocument } from './html-to-markdown.ts'
import { normaliseText } from './normalise-characters.ts'

/** The characters of a web page. `charset`: what its server said; otherwise what the page declares of itself. */
export function decodeHtml(bytes: Uint8Array, charset: string | null = null): string {
  return decodeText(bytes, charset ?? declaredCharset(bytes)).text
}

export function parseHtml(html: string): HtmlDocument {
  const whole = /<html[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`
  const { document } = parseHTML(whole)
  return document
}

/** What stands in a page's `<title>`; null for nothing. */
export function titleOf(document: HtmlDocument): string | null {
  const text = normaliseText(document.querySelector('title')?.textContent ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' ? null : text
}

/** The charset the page declares in its first kilobyte, as browsers look for it. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1]
}
