import { ommlToLatex } from './omml-to-latex.ts'
import { below, child, isInside, isOn, type XmlElement } from './xml.ts'

/** Smaller than this, in half points, nobody reads it. */
const SMALLEST = 4
const WHITE = /^(f[ef]){3}$/i
/** On these another colour may lie below. */
const MAY_BE_DARK = ['w:tc', 'w:txbxContent', 'wps:txbx', 'v:textbox']

/**
 * Makes of a part of a Word document what a reader of text can take in: equations become LaTeX, and runs that nobody sees (hidden, white
 * on white, tiny) are taken out and answered.
 */
export function prepareDocx(root: XmlElement): string[] {
  const hidden = below(root, 'w:p')
    .map(takeHidden)
    .filter((text) => text.trim() !== '')
  for (const paragraph of below(root, 'm:oMathPara')) {
    const formulas = below(paragraph, 'm:oMath').map((formula) => `$$${ommlToLatex(formula)}$$`)
    paragraph.replaceWith(runOf(paragraph, formulas.join(' ')))
  }
  for (const formula of below(root, 'm:oMath')) {
    const apart = formula.nextElementSibling?.nodeName === 'm:oMath' ? ' ' : ''
    formula.replaceWith(runOf(formula, `$${ommlToLatex(formula)}$${apart}`))
  }
  return hidden
}

/** The hidden runs of one paragraph as one text: they are often cut in pieces. */
function takeHidden(paragraph: XmlElement): string {
  const runs = below(paragraph, 'w:r').filter(isHidden)
  const text = runs.flatMap((run) => below(run, 'w:t').map(({ textContent }) => textContent ?? '')).join('')
  for (const run of runs) run.remove()
  return text
}

function isHidden(run: XmlElement): boolean {
  const properties = child(run, 'w:rPr')
  if (properties === null) return false
  if (isOn(child(properties, 'w:vanish'), 'w:val')) return true
  const size = Number(child(properties, 'w:sz')?.getAttribute('w:val') ?? Number.NaN)
  if (size < SMALLEST) return true
  const colour = child(properties, 'w:color')?.getAttribute('w:val') ?? ''
  return WHITE.test(colour) && !isShaded(run, properties)
}

function isShaded(run: XmlElement, properties: XmlElement): boolean {
  const paragraph = child(run.parentElement, 'w:pPr')
  const marks = [child(properties, 'w:shd'), child(properties, 'w:highlight'), child(paragraph, 'w:shd'), child(paragraph, 'w:pStyle')]
  return marks.some((mark) => mark !== null) || isInside(run, ...MAY_BE_DARK)
}

function runOf(beside: XmlElement, text: string): XmlElement {
  const [run, inner] = [beside.ownerDocument.createElement('w:r'), beside.ownerDocument.createElement('w:t')]
  inner.setAttribute('xml:space', 'preserve')
  inner.textContent = text
  run.append(inner)
  return run
}
