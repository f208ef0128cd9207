/** One line of a state tree, with its children where it has any. */
export interface StateLine {
  key: string
  /** The value in short; for objects and lists how many they hold. */
  text: string
  kind: 'text' | 'number' | 'word' | 'none' | 'group'
  children: StateLine[]
  /** What was left out: the rest of a long text, so many more entries, all that lies deeper. */
  more: { key: 'characters' | 'entries' | 'levels'; count: number } | null
  changed: boolean
  /** The value before this step, where it changed and is short enough to be read beside the new one. */
  before: string | null
}

const TEXT_SHOWN = 400
const CHILDREN_SHOWN = 40
const DEPTH = 7
const BEFORE_SHOWN = 80

function scalar(value: unknown): Pick<StateLine, 'text' | 'kind' | 'more'> {
  if (value === null || value === undefined) return { text: 'null', kind: 'none', more: null }
  if (typeof value === 'string') {
    const cut = value.length > TEXT_SHOWN
    return {
      text: JSON.stringify(cut ? value.slice(0, TEXT_SHOWN) : value),
      kind: 'text',
      more: cut ? { key: 'characters', count: value.length } : null,
    }
  }
  return { text: String(value), kind: typeof value === 'number' ? 'number' : 'word', more: null }
}

function outline(key: string, value: unknown, depth: number): StateLine {
  const line = { key, changed: false, before: null }
  if (value === null || typeof value !== 'object') return { ...line, ...scalar(value), children: [] }
  const entries = Object.entries(value)
  const text = Array.isArray(value) ? `[${entries.length}]` : entries.length === 0 ? '{}' : `{${entries.length}}`
  if (depth >= DEPTH) return { ...line, text, kind: 'group', children: [], more: { key: 'levels', count: 0 } }
  const hidden = entries.length - CHILDREN_SHOWN
  return {
    ...line,
    text,
    kind: 'group',
    children: entries.slice(0, CHILDREN_SHOWN).map(([name, child]) => outline(name, child, depth + 1)),
    more: hidden > 0 ? { key: 'entries', count: hidden } : null,
  }
}

function shortBefore(value: unknown): string | null {
  if (value === undefined || (typeof value === 'object' && value !== null)) return null
  const { text } = scalar(value)
  return text.length <= BEFORE_SHOWN ? text : null
}

/** Marks what differs between a value and the one before, down to the level where it differs. */
function mark(line: StateLine, now: unknown, before: unknown): StateLine {
  if (JSON.stringify(now) === JSON.stringify(before)) return line
  const inside = isObject(now) && isObject(before)
  const children = inside ? line.children.map((child) => mark(child, now[child.key], before[child.key])) : line.children
  return { ...line, children, changed: true, before: shortBefore(before) }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * A state as a tree that stays small whatever it holds: long texts and lists are cut and say so. `before` is the state
 * of the parent checkpoint; what differs from it is marked.
 */
export function outlineState(values: Record<string, unknown>, before: Record<string, unknown>): StateLine[] {
  return Object.entries(values).map(([key, value]) => mark(outline(key, value, 0), value, before[key]))
}

/** Only the lines of a state that this step changed, down to the values. */
export function changesIn(lines: StateLine[]): StateLine[] {
  return lines
    .filter((line) => line.changed)
    .map((line) => (line.children.some((child) => child.changed) ? { ...line, children: changesIn(line.children) } : line))
}
