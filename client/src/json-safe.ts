/**
 * A value as plain JSON for showing: instances by their own `toJSON` (messages, dates), sets and maps as arrays,
 * bytes by their length, big integers as text, functions left out, a cycle as a note. Never throws.
 */
export function jsonSafe(value: unknown, above: readonly object[] = []): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) return '[circular]'
  const here = [...above, value]
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Uint8Array) return { bytes: value.byteLength }
  if (value instanceof Error) return { name: value.name, message: value.message }
  if (Array.isArray(value)) return value.map((item) => jsonSafe(item, here) ?? null)
  if (value instanceof Set) return [...value].map((item) => jsonSafe(item, here) ?? null)
  if (value instanceof Map) return [...value].map((entry) => jsonSafe(entry, here))
  if ('toJSON' in value && typeof value.toJSON === 'function') return jsonSafe(value.toJSON(), here)
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, jsonSafe(item, here)] as const)
      .filter(([, item]) => item !== undefined),
  )
}
