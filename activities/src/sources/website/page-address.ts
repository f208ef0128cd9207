/** Parameters that say where a reader came from, not what is read. */
const TRACKING =
  /^(utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl|_hs(enc|mi)|mkt_tok|vero_id|ref_src)$/i
const DOCUMENT = /\.(pdf|docx?|pptx?|xlsx?|od[tsp]|epub|rtf|csv|txt|md)$/i
const NO_PAGE =
  /\.(jpe?g|png|gif|webp|avif|svg|ico|bmp|css|js|mjs|json|xml|rss|atom|woff2?|ttf|zip|gz|tgz|7z|rar|exe|dmg|mp3|m4a|mp4|webm|mov|avi|ogg|wav|flac)$/i

/** A link as an address of the web, without its fragment; null for what is none (mail, scripts, nonsense). */
export function resolveLink(link: string, base: string): string | null {
  if (!URL.canParse(link, base)) return null
  const url = new URL(link, base)
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '') return null
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name)
  return url.href
}

/**
 * The same for addresses that lead to the same page: without scheme, `www.`, fragment, tracking parameters, a slash at the end, and
 * whatever the order of the parameters.
 */
export function pageKey(address: string): string {
  const url = new URL(resolveLink(address, address) ?? address)
  url.searchParams.sort()
  return `${siteOf(url.href)}${url.pathname.replace(/\/+$/, '')}${url.search}`
}

/** What makes two addresses one site: host and port, with or without `www.`. */
export function siteOf(address: string): string {
  const { hostname, port } = new URL(address)
  return `${hostname.replace(/^www\./, '').replace(/\.$/, '')}${port === '' ? '' : `:${port}`}`
}

/** What a link leads to by its name: a page to follow, a document to list, or nothing of interest. */
export function linkTarget(address: string): 'page' | 'document' | 'other' {
  const { pathname } = new URL(address)
  if (DOCUMENT.test(pathname)) return 'document'
  return NO_PAGE.test(pathname) ? 'other' : 'page'
}
