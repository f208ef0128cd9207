/** Shown in the browser as they are; anything else is shown as plain text or offered for download. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain'])

/** Originals come from outside: nothing in them may run, load or frame anything. A sandbox would keep PDFs from showing. */
const policyFor = (mime: string): string =>
  mime === 'application/pdf' ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" : "sandbox; default-src 'none'"

function headersFor(mime: string, bytes: number): Headers {
  const text = mime.startsWith('text/')
  const type = text ? 'text/plain; charset=utf-8' : SHOWN.has(mime) ? mime : 'application/octet-stream'
  return new Headers({
    'content-type': type,
    'content-length': String(bytes),
    'content-disposition': text || SHOWN.has(mime) ? 'inline' : 'attachment',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': policyFor(mime),
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // What it is, for a program; browsers go by content-type.
    'x-file-type': mime,
  })
}

/** A page's picture, an evidence crop or an original; the bytes of a hash never change. */
export function serveFile({ bytes, mime }: { bytes: Uint8Array; mime: string }): Response {
  return new Response(Buffer.from(bytes), { headers: headersFor(mime, bytes.byteLength) })
}
