/** The request header in which the proxy tells pages their own address, which Next.js does not. */
export const PATH_HEADER = 'x-countersign-path'
const HOME = '/inbox'

/** Where to go after signing in: a page of this console, and nothing else whatever was asked. */
export function returnPath(wanted: string | null | undefined): string {
  // Browsers read a backslash as a slash, and leave out control characters.
  if (!wanted?.startsWith('/') || /^[/\\]{2}|[\\\p{Cc}]/u.test(wanted)) return HOME
  const base = 'http://console.invalid'
  if (!URL.canParse(wanted, base)) return HOME
  const { origin, pathname, search, hash } = new URL(wanted, base)
  const leadsNowhere = /^\/(sign-in|sign-out|api)(\/|$)/.test(pathname)
  return origin !== base || leadsNowhere || pathname === '/' || pathname.startsWith('//') ? HOME : `${pathname}${search}${hash}`
}

/** The sign-in page that leads back to `path`. */
export function signInAddress(path: string | null | undefined): string {
  const to = returnPath(path)
  return to === HOME ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`
}
