const ID = /^[\w-]{11}$/
const HOST = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$/
/** youtube.com/shorts/ID and the like. */
const PATH = /^\/(?:shorts|embed|live|v|e)\/([^/?#]+)/

/** The id of a YouTube video, from any of its addresses or the id itself; null for what is none. */
export function videoIdOf(resource: string): string | null {
  const text = resource.trim()
  if (ID.test(text)) return text
  if (!URL.canParse(text)) return null
  const { hostname, pathname, searchParams } = new URL(text)
  const found =
    hostname === 'youtu.be'
      ? pathname.split('/')[1]
      : HOST.test(hostname)
        ? (PATH.exec(pathname)?.[1] ?? (/^\/watch\/?$/.test(pathname) ? searchParams.get('v') : null))
        : null
  return found != null && ID.test(found) ? found : null
}

export const videoUrl = (id: string): string => `https://www.youtube.com/watch?v=${id}`
