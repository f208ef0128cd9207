/** Vectors as one base64 string of little-endian 32-bit floats: a quarter of their size as JSON numbers. */
export function packVectors(vectors: readonly Float32Array[]): string {
  const dimension = vectors[0]?.length ?? 0
  const bytes = Buffer.alloc(vectors.length * dimension * 4)
  for (const [row, vector] of vectors.entries()) {
    for (const [column, value] of vector.entries()) bytes.writeFloatLE(value, (row * dimension + column) * 4)
  }
  return bytes.toString('base64')
}

/** The vectors of {@link packVectors} again. */
export function unpackVectors(data: string, dimension: number): number[][] {
  const bytes = Buffer.from(data, 'base64')
  const rows = Math.floor(bytes.byteLength / 4 / dimension)
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: dimension }, (_value, column) => bytes.readFloatLE((row * dimension + column) * 4)),
  )
}
