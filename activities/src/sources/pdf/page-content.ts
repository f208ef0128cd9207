import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Affine, type Box, boxAround, IDENTITY, multiply } from './affine.ts'

/** A stretch of text as the page's program draws it: where, and with what. */
export interface DrawnText {
  text: string
  /** Each glyph's characters, in the order of drawing. */
  glyphs: string[]
  box: Box
  /** Fill and stroke are invisible (PDF's text render modes 3 and 7). */
  unpainted: boolean
  /** `#rrggbb`; null for a pattern. */
  colour: string | null
  alpha: number
}

export interface PageContent {
  images: Box[]
  texts: DrawnText[]
}

interface Glyph {
  unicode: string
  width: number
  isSpace: boolean
}

interface State {
  matrix: Affine
  font: number
  charSpacing: number
  wordSpacing: number
  scale: number
  rise: number
  leading: number
  mode: number
  colour: string | null
  alpha: number
}

/** How pdf.js names what a page's program does: numbers in `fnArray`, their arguments beside them. */
export interface Operators {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

const START: State = {
  matrix: IDENTITY,
  font: 0,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  rise: 0,
  leading: 0,
  mode: 0,
  colour: '#000000',
  alpha: 1,
}

/** Follows a page's program (ISO 32000-1, 8.4 and 9.4) as far as pictures and text go. `frame`: page space to the upright page. */
export function pageContent({ fnArray, argsArray }: Operators, frame: Affine): PageContent {
  const program = new PageProgram(frame)
  for (const [index, operator] of fnArray.entries()) STEPS[operator]?.(program, listOf(argsArray[index]))
  return program.content
}

/** Where a page's program stands, and what it has drawn so far. */
class PageProgram {
  readonly content: PageContent = { images: [], texts: [] }
  state: State
  private readonly frame: Affine
  private readonly saved: State[] = []
  private line: Affine = IDENTITY
  private at: Affine = IDENTITY

  constructor(frame: Affine) {
    this.frame = frame
    this.state = { ...START, matrix: frame }
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change }
  }

  save(): void {
    this.saved.push(this.state)
  }

  restore(): void {
    this.state = this.saved.pop() ?? this.state
  }

  transform(matrix: Affine | null): void {
    this.set({ matrix: multiply(this.state.matrix, matrix ?? IDENTITY) })
  }

  /** An annotation begins anew, whatever the page has left. */
  annotate(matrices: readonly (Affine | null)[]): void {
    this.save()
    this.state = { ...START, matrix: this.frame }
    for (const matrix of matrices) this.transform(matrix)
  }

  startText(matrix: Affine | null): void {
    this.line = matrix ?? IDENTITY
    this.at = this.line
  }

  moveText(x: number, y: number): void {
    this.startText(multiply(this.line, [1, 0, 0, 1, x, y]))
  }

  show(glyphs: unknown): void {
    const { text, advance } = drawText(this.state, this.at, listOf(glyphs))
    this.at = multiply(this.at, [1, 0, 0, 1, advance, 0])
    if (text !== null) this.content.texts.push(text)
  }

  image(matrix: Affine): void {
    this.content.images.push(unitBox(multiply(this.state.matrix, matrix)))
  }
}

type Step = (program: PageProgram, args: readonly unknown[]) => void

const image: Step = (program) => program.image(IDENTITY)
const repeated: Step = (program, args) => program.image([Number(args[1]), 0, 0, Number(args.at(-2)), 0, 0])
const show: Step = (program, [glyphs]) => program.show(glyphs)
const restore: Step = (program) => program.restore()
const pattern: Step = (program) => program.set({ colour: null })

const STEPS: Readonly<Record<number, Step>> = {
  [OPS.save]: (program) => program.save(),
  [OPS.restore]: restore,
  [OPS.transform]: (program, args) => program.transform(args.map(Number)),
  [OPS.paintFormXObjectBegin]: (program, [matrix]) => {
    program.save()
    program.transform(affineOf(matrix))
  },
  [OPS.paintFormXObjectEnd]: restore,
  [OPS.beginAnnotation]: (program, args) => program.annotate([affineOf(args[2]), affineOf(args[3])]),
  [OPS.endAnnotation]: restore,
  [OPS.setGState]: (program, [entries]) => program.set({ alpha: alphaOf(entries) ?? program.state.alpha }),
  [OPS.setFillRGBColor]: (program, [colour]) => program.set({ colour: typeof colour === 'string' ? colour : null }),
  [OPS.setFillColorN]: pattern,
  [OPS.setFillTransparent]: pattern,
  [OPS.beginText]: (program) => program.startText(IDENTITY),
  [OPS.setTextMatrix]: (program, [matrix]) => program.startText(affineOf(matrix)),
  [OPS.moveText]: (program, [x, y]) => program.moveText(Number(x), Number(y)),
  [OPS.setLeadingMoveText]: (program, [x, y]) => {
    program.set({ leading: Number(y) })
    program.moveText(Number(x), Number(y))
  },
  [OPS.nextLine]: (program) => program.moveText(0, program.state.leading),
  [OPS.setLeading]: (program, [leading]) => program.set({ leading: -Number(leading) }),
  [OPS.setFont]: (program, [, size]) => program.set({ font: Number(size) }),
  [OPS.setCharSpacing]: (program, [spacing]) => program.set({ charSpacing: Number(spacing) }),
  [OPS.setWordSpacing]: (program, [spacing]) => program.set({ wordSpacing: Number(spacing) }),
  [OPS.setHScale]: (program, [scale]) => program.set({ scale: Number(scale) / 100 }),
  [OPS.setTextRise]: (program, [rise]) => program.set({ rise: Number(rise) }),
  [OPS.setTextRenderingMode]: (program, [mode]) => program.set({ mode: Number(mode) }),
  [OPS.showText]: show,
  [OPS.showSpacedText]: show,
  [OPS.paintImageXObject]: image,
  [OPS.paintImageMaskXObject]: image,
  [OPS.paintInlineImageXObject]: image,
  [OPS.paintInlineImageXObjectGroup]: image,
  [OPS.paintImageXObjectRepeat]: repeated,
  [OPS.paintImageMaskXObjectRepeat]: repeated,
}

function drawText(state: State, at: Affine, glyphs: readonly unknown[]): { text: DrawnText | null; advance: number } {
  let advance = 0
  const drawn: string[] = []
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') advance -= (glyph * state.font) / 1000
    if (!isGlyph(glyph)) continue
    advance += (glyph.width * state.font) / 1000 + state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)
    drawn.push(glyph.unicode)
  }
  advance *= state.scale
  const text = drawn.join('')
  if (text.trim() === '') return { text: null, advance }
  const matrix = multiply(state.matrix, at)
  const [foot, head] = [state.rise - state.font * 0.22, state.rise + state.font * 0.78]
  const corners = [
    [0, foot],
    [advance, foot],
    [0, head],
    [advance, head],
  ] as const
  const box = boxAround(
    corners.map(([x, y]) => {
      const [, , , , e = 0, f = 0] = multiply(matrix, [1, 0, 0, 1, x, y])
      return [e, f] as const
    }),
  )
  const unpainted = state.mode === 3 || state.mode === 7
  return { text: { text, glyphs: drawn, box, unpainted, colour: state.colour, alpha: state.alpha }, advance }
}

/** A picture fills the unit square of its own space. */
function unitBox(matrix: Affine): Box {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  return boxAround([
    [e, f],
    [e + a, f + b],
    [e + c, f + d],
    [e + a + c, f + b + d],
  ])
}

function isGlyph(value: unknown): value is Glyph {
  return typeof value === 'object' && value !== null && 'unicode' in value && 'width' in value && typeof value.unicode === 'string'
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value instanceof Float32Array || value instanceof Float64Array ? Array.from(value) : []
}

function affineOf(value: unknown): Affine | null {
  const numbers = listOf(value).map(Number)
  return numbers.length === 6 ? numbers : null
}

/** `ca` of a graphics state: how opaque what is filled is. */
function alphaOf(entries: unknown): number | null {
  for (const entry of listOf(entries)) {
    const [key, value] = listOf(entry)
    if (key === 'ca' && typeof value === 'number') return value
  }
  return null
}
