import type { Package } from './unpack.ts'
import { child } from './xml.ts'

/** What a file of Office says its title is; null where it says nothing. */
export function documentTitle(parts: Package): string | null {
  const title = child(parts.xml('docProps/core.xml'), 'dc:title')?.textContent?.trim() ?? ''
  return title === '' ? null : title
}
