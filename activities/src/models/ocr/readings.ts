/** A place on the upright picture, in its pixels. */
export interface PixelBox {
  x: number
  y: number
  w: number
  h: number
}

/** A line as PP-OCR reads it, with the chance of each of its characters, 0..1. */
export interface ReadLine {
  text: string
  chances: number[]
  /** What it reads there when it looks at a little more of the picture; undefined where it was not asked again. */
  again?: string
  box: PixelBox
}

/** A word as Tesseract reads it; `chance` as it sees it, 0..1. */
export interface ReadWord {
  text: string
  chance: number
  box: PixelBox
}
