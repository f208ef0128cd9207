const HEADER = 27
/** A segment of this length goes on in the next one. */
const FULL = 255

/** The packets of the first stream of an Ogg file, in order (RFC 3533); those of streams beside it and what is cut off are left out. */
export function* oggPackets(bytes: Uint8Array): Generator<Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let stream: number | null = null
  let parts: Uint8Array[] = []
  for (let at = file.indexOf('OggS', 0, 'latin1'); at >= 0 && at + HEADER <= file.length; ) {
    const table = file.subarray(at + HEADER, at + HEADER + (file[at + 26] ?? 0))
    let from = at + HEADER + table.length
    const end = from + table.reduce((sum, length) => sum + length, 0)
    const serial = file.readUInt32LE(at + 14)
    stream ??= serial
    if (serial === stream) {
      for (const length of table) {
        parts.push(file.subarray(from, from + length))
        from += length
        if (length === FULL || from > file.length) continue
        yield parts.length === 1 ? (parts[0] ?? new Uint8Array()) : Buffer.concat(parts)
        parts = []
      }
    }
    at = file.indexOf('OggS', end, 'latin1')
  }
}

/** Whether the last page of an Ogg file says that it is the last (RFC 3533, section 6). */
export function endsWell(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const last = file.lastIndexOf('OggS', undefined, 'latin1')
  return last < 0 || ((file[last + 5] ?? 0) & 4) !== 0
}
