import type { PageLine } from '@countersign/workflows/contract'

/** Below this, what a reader of pictures finds between the lines of a text is as likely to be an ornament. */
const SURE = 0.6

/**
 * The lines of a page's text layer with those that only its picture shows: a line of the picture that meets a line of the text is the same
 * line. It is put where it stands, before the first line of the text that begins below it; nothing is added where the picture was turned,
 * since its boxes are then those of another page.
 */
export function addPictureLines(
  lines: readonly PageLine[],
  { lines: seen, facts }: { lines: readonly PageLine[]; facts: { turn?: number } },
): PageLine[] {
  if (facts.turn !== undefined && facts.turn !== 0) return [...lines]
  const added = seen.filter(
    (line) => (line.confidence ?? 1) >= SURE && /[\p{L}\p{N}]/u.test(line.text) && !lines.some((own) => meet(own, line)),
  )
  const merged = [...lines]
  for (const line of added) {
    const below = merged.findIndex((own) => own.y > line.y + line.h / 2)
    merged.splice(below === -1 ? merged.length : below, 0, line)
  }
  return merged
}

function meet(a: PageLine, b: PageLine): boolean {
  const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return width > 0 && height > 0 && width * height > Math.min(a.w * a.h, b.w * b.h) * 0.3
}
