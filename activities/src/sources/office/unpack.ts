import { strFromU8, type UnzipFileInfo, type Unzipped, unzipSync } from 'fflate'
import { checkLimit, type OfficeLimits, OfficeRefusal } from './office-protocol.ts'
import { parseXml, type XmlElement } from './xml.ts'

/** The parts of a zipped document, by their paths. */
export interface Package {
  names: string[]
  has(name: string): boolean
  bytes(name: string): Uint8Array | null
  text(name: string): string | null
  /** The root of an XML part; null where there is none. Throws where it is not well formed. */
  xml(name: string): XmlElement | null
  files: Unzipped
}

const MEGABYTE = 1_000_000

/**
 * Unpacks the parts of a zipped document whose names match. What all parts come to is added up from the zip's directory before anything
 * is unpacked, and no part is unpacked beyond what the directory says of it: a decompression bomb stays packed.
 */
export function unpack(zip: Uint8Array, limits: OfficeLimits, wanted: RegExp): Package {
  checkSizes(list(zip), limits)
  const files = opened(() => unzipSync(zip, { filter: ({ name }) => wanted.test(name) }))
  const byName = new Map(Object.entries(files).map(([name, bytes]) => [name.replaceAll('\\', '/').toLowerCase(), bytes]))
  const bytes = (name: string) => byName.get(name.replace(/^\/+/, '').toLowerCase()) ?? null
  const text = (name: string) => {
    const found = bytes(name)
    return found === null ? null : strFromU8(found).replace(/^\ufeff/, '')
  }
  return {
    files,
    names: Object.keys(files),
    bytes,
    text,
    has: (name) => bytes(name) !== null,
    xml: (name) => {
      const source = text(name)
      return source === null ? null : parseXml(source, name)
    },
  }
}

function list(zip: Uint8Array): UnzipFileInfo[] {
  const found: UnzipFileInfo[] = []
  opened(() =>
    unzipSync(zip, {
      filter: (info) => {
        found.push(info)
        return false
      },
    }),
  )
  return found
}

function checkSizes(parts: readonly UnzipFileInfo[], limits: OfficeLimits): void {
  checkLimit('files in it', parts.length, limits.parts)
  const total = parts.reduce((sum, { originalSize }) => sum + originalSize, 0)
  if (total > limits.unpackedBytes) {
    const [size, most] = [total, limits.unpackedBytes].map((value) => Math.ceil(value / MEGABYTE))
    throw new OfficeRefusal(
      'TooLarge',
      `would take ${size} MB when unpacked; the limit is ${most} MB. Split it, or take pictures out of it.`,
    )
  }
}

function opened<T>(open: () => T): T {
  try {
    return open()
  } catch {
    throw new OfficeRefusal('Unreadable', 'is damaged: it cannot be unpacked.')
  }
}
