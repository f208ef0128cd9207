import type { PageView } from '@countersign/client'

/** Where a page of a website or a part of a video is, to be opened by whoever wants to; nothing of it is loaded here. */
export interface PagePlace {
  href: string
  label: string
}

/** The address of a page; a video's at the second where the part begins. Null for what has none, or none that is safe to open. */
export function pagePlace({ url, time }: PageView['facts']): PagePlace | null {
  if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  if (time === undefined) return { href: url, label: url }
  const at = new URL(url)
  at.searchParams.set('t', `${Math.floor(time.from)}s`)
  return { href: at.href, label: `${url} · ${clock(time.from)}–${clock(time.to)}` }
}

/** Seconds as `1:02:03` or `2:03`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number): string => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
