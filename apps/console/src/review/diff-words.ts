/** A piece of a text that stayed, went or came. */
export interface DiffPiece {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Beyond this many words a side is shown as changed in whole: the table of the comparison grows with their product. */
const MAX_WORDS = 400

const words = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/** Compares two texts word by word (longest common subsequence; Wagner and Fischer 1974). */
export function diffWords(before: string, after: string): DiffPiece[] {
  const a = words(before)
  const b = words(after)
  if (a.length > MAX_WORDS || b.length > MAX_WORDS) return joined([...a.map(gone), ...b.map(come)])
  const common = commonLengths(a, b)
  const pieces: DiffPiece[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const left = a[i]
    const right = b[j]
    if (left !== undefined && left === right) {
      pieces.push({ kind: 'same', text: left })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      pieces.push(gone(left))
      i += 1
    } else if (right !== undefined) {
      pieces.push(come(right))
      j += 1
    }
  }
  return joined(pieces)
}

const gone = (text: string): DiffPiece => ({ kind: 'gone', text })
const come = (text: string): DiffPiece => ({ kind: 'new', text })

/** `[i][j]`: length of the longest common subsequence of a from i and b from j. */
function commonLengths(a: string[], b: string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const here = table[i]
      const below = table[i + 1]
      if (!here || !below) continue
      here[j] = a[i] === b[j] ? 1 + (below[j + 1] ?? 0) : Math.max(below[j] ?? 0, here[j + 1] ?? 0)
    }
  }
  return table
}

function joined(pieces: DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last?.kind === piece.kind) last.text += piece.text
    else result.push({ ...piece })
  }
  return result
}
