/** Shown in the browser as they are; anything else is shown as plain text or offered for download. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain'])
/** Recordings too, which are played beside their transcript. */
const isShown = (mime: string): boolean => SHOWN.has(mime) || mime.startsWith('audio/')

/** Originals come from outside: nothing in them may run, load or frame anything. A sandbox would keep PDFs from showing. */
const policyFor = (mime: string): string =>
  mime === 'application/pdf' ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" : "sandbox; default-src 'none'"

function headersFor(mime: string, bytes: number): Headers {
  const text = mime.startsWith('text/')
  const type = text ? 'text/plain; charset=utf-8' : isShown(mime) ? mime : 'application/octet-stream'
  return new Headers({
    'content-type': type,
    'content-length': String(bytes),
    'accept-ranges': 'bytes',
    'content-disposition': text || isShown(mime) ? 'inline' : 'attachment',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': policyFor(mime),
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // What it is, for a program; browsers go by content-type.
    'x-file-type': mime,
  })
}

/** First and last byte that a `Range` header asks for (RFC 9110, section 14); null for none, and for several at once. */
function askedRange(header: string | null, length: number): { from: number; to: number } | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  return from > to ? 'beyond' : { from, to }
}

/**
 * A page's picture, an evidence crop or an original; the bytes of a hash never change. A player asks for parts of a recording by `range`.
 */
export function serveFile({ bytes, mime }: { bytes: Uint8Array; mime: string }, range: string | null = null): Response {
  const headers = headersFor(mime, bytes.byteLength)
  const asked = askedRange(range, bytes.byteLength)
  if (asked === null) return new Response(Buffer.from(bytes), { headers })
  if (asked === 'beyond') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.byteLength}` } })
  headers.set('content-range', `bytes ${asked.from}-${asked.to}/${bytes.byteLength}`)
  headers.set('content-length', String(asked.to - asked.from + 1))
  return new Response(Buffer.from(bytes.subarray(asked.from, asked.to + 1)), { status: 206, headers })
}
