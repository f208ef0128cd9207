/** A stretch of text in a row: already in logical order within itself. */
export interface RowPiece {
  text: string
  left: number
  right: number
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}]/gu

/** Whether a text is read from right to left: most of its letters are. */
export function isRightToLeft(text: string): boolean {
  return (text.match(RIGHT_TO_LEFT)?.length ?? 0) > (text.match(LEFT_TO_RIGHT)?.length ?? 0)
}

/**
 * The pieces of a right-to-left row in the order of reading: from right to left, with words and numbers of the other direction kept from
 * left to right among themselves (the visual side of the Unicode Bidirectional Algorithm, UAX 9, rule L2, undone).
 */
export function readingOrderOfRow<Piece extends RowPiece>(pieces: readonly Piece[]): Piece[] {
  const row = pieces.toSorted((a, b) => b.left + b.right - (a.left + a.right))
  const ordered: Piece[] = []
  for (let at = 0; at < row.length; ) {
    let end = at
    while (end < row.length && runsOn(row, at, end)) end += 1
    if (end === at) end += 1
    ordered.push(...row.slice(at, end).reverse())
    at = end
  }
  return ordered
}

/** Whether the piece at `end` belongs to the left-to-right stretch that begins at `at`; signs do only where such a piece follows. */
function runsOn(row: readonly RowPiece[], at: number, end: number): boolean {
  const piece = row[end]
  if (piece === undefined || isApart(row[end - 1], piece, end > at)) return false
  if (isLeftToRight(piece.text)) return true
  const next = row[end + 1]
  return end > at && isNeutral(piece.text) && next !== undefined && !isApart(piece, next, true) && isLeftToRight(next.text)
}

/** Cells of a table don't run on into one another. */
function isApart(before: RowPiece | undefined, piece: RowPiece, inside: boolean): boolean {
  return inside && before !== undefined && before.left - piece.right > 12
}

const isLeftToRight = (text: string): boolean =>
  /[\p{N}]/u.test(text) ? !isRightToLeft(text) : /\p{L}/u.test(text) && !isRightToLeft(text)
const isNeutral = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text)
