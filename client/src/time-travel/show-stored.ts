import { z } from 'zod'

const markSchema = z.looseObject({
  lc: z.literal(2),
  type: z.string(),
  id: z.array(z.string()).optional(),
  args: z.array(z.unknown()).optional(),
})

/**
 * A value of the state for showing, from its stored JSON: messages as they are stored, sets and maps as arrays, bytes by their length.
 * What it shows is what `jsonSafe` shows of the value itself, at the price of parsing alone.
 */
export function showStored({ json, bytes }: { json: string | null; bytes: number }): unknown {
  return json === null ? { bytes } : (unmarked(JSON.parse(json)) ?? null)
}

function unmarked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => unmarked(item) ?? null)
  if ('lc' in value && value.lc === 2) return unmark(value)
  const entries = Object.entries(value).map(([key, item]) => [key, unmarked(item)] as const)
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined))
}

/** LangGraph's serialiser (`jsonplus.ts`) marks what JSON has no word for. */
function unmark(value: object): unknown {
  const mark = markSchema.safeParse(value).data
  if (!mark) return value
  if (mark.type === 'undefined') return undefined
  if (mark.type === 'delta_snapshot') return unmarked(mark.value)
  const [first, second] = mark.args ?? []
  const name = mark.id?.[0]
  if (name === 'Set' || name === 'Map') return unmarked(first)
  if (name === 'Uint8Array') return { bytes: Array.isArray(first) ? first.length : 0 }
  if (name === 'RegExp') return `/${String(first)}/${String(second ?? '')}`
  if (name === 'Error') return { name, message: first }
  return value
}
