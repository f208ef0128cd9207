import { type NextRequest, NextResponse } from 'next/server'
import { refuseHost } from './server/request-guard.ts'
import { PATH_HEADER } from './signin/return-path.ts'

/** Nothing is loaded from elsewhere, and no script runs that this response did not name. */
function contentPolicy(nonce: string): string {
  const evaluated = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluated}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Runs before every page: the host must be ours, and every answer carries the content policy. */
export function proxy(request: NextRequest): NextResponse {
  const refusal = refuseHost(request.headers)
  if (refusal) return new NextResponse(`${refusal.message}\n`, { status: refusal.status })
  const policy = contentPolicy(btoa(crypto.randomUUID()))
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'same-origin')
  response.headers.set('cross-origin-opener-policy', 'same-origin')
  return response
}

/** Not before the API, whose routes check the host themselves: Next.js would keep only the first 10 MB of what is uploaded. */
export const config = { matcher: '/((?!_next/static|api/).*)' }
