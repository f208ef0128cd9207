import { z } from 'zod'

/** The query of an address as Next.js hands it over. */
export type Query = Promise<Record<string, string | string[] | undefined>>

/** One optional word of the query. A value that makes no sense counts as absent: an old link still opens its page. */
export const word = (max = 200) => z.string().trim().min(1).max(max).optional().catch(undefined)

/** An address with the given query; what is undefined or empty is left out. */
export function hrefWith(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value)
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
