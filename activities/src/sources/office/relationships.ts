import type { Package } from './unpack.ts'
import { childrenOf } from './xml.ts'

/** What a part of an Office file refers to inside the file, by its id. */
export interface Relationship {
  id: string
  /** The last word of its type: `slide`, `chart`, `notesSlide`, `comments`. */
  type: string
  /** The path of the part within the file. */
  target: string
}

export function relationshipsOf(parts: Package, name: string): Relationship[] {
  const [folder, file] = [name.replace(/[^/]*$/, ''), name.split('/').at(-1)]
  return childrenOf(parts.xml(`${folder}_rels/${file}.rels`))
    .filter((one) => one.getAttribute('TargetMode') !== 'External')
    .map((one) => ({
      id: one.getAttribute('Id') ?? '',
      type: one.getAttribute('Type')?.split('/').at(-1) ?? '',
      target: resolvePath(folder, one.getAttribute('Target') ?? ''),
    }))
}

/** A path as seen from a folder of the package; one that begins with a slash is from its root. */
export function resolvePath(folder: string, target: string): string {
  return decodeURI(new URL(target, `file:///${folder}`).pathname).slice(1)
}
