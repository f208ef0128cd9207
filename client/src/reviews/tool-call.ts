/** Where formats put the arguments of a tool call. */
const ARGUMENTS = ['args', 'arguments', 'input', 'parameters']
/** Where they name the tool; of a call whose arguments stand beside its name, this alone must stay. */
const NAMES = ['tool', 'name', 'tool_name', 'action', 'function']

/**
 * What an edit of one or several tool calls must leave as it is: how many there are, in which order, of which tools, and everything
 * beside their arguments.
 */
export function withoutArguments(call: unknown): unknown {
  if (Array.isArray(call)) return call.map(withoutArguments)
  if (typeof call !== 'object' || call === null) return call
  const entries = Object.entries(call)
  const hasArguments = entries.some(([key]) => ARGUMENTS.includes(key))
  const isFlat = !hasArguments && entries.some(([key, value]) => NAMES.includes(key) && typeof value === 'string')
  const kept = isFlat ? entries.filter(([key]) => NAMES.includes(key)) : entries.filter(([key]) => !ARGUMENTS.includes(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutArguments(value)]))
}
