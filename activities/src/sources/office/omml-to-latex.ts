import { child, childrenOf, type XmlElement } from './xml.ts'

const SYMBOLS: Record<string, string> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
}
const ACCENTS: Record<string, string> = { '̂': '\\hat', '̃': '\\tilde', '̅': '\\bar', '̇': '\\dot', '̈': '\\ddot', '⃗': '\\vec' }
const FUNCTIONS = /^(sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|lim|max|min|sup|inf|det|gcd)$/

type Write = (element: XmlElement) => string

/** An equation of Office (ECMA-376 part 1, section 22.1) as LaTeX. What is not known is written as its parts. */
export function ommlToLatex(element: XmlElement): string {
  return children(element).replace(/\s+/g, ' ').trim()
}

const WRITERS: Record<string, Write> = {
  t: (element) => escapeLatex(element.textContent ?? ''),
  f: fraction,
  sSup: (element) => `${group(element, 'e')}^{${part(element, 'sup')}}`,
  sSub: (element) => `${group(element, 'e')}_{${part(element, 'sub')}}`,
  sSubSup: (element) => `${group(element, 'e')}_{${part(element, 'sub')}}^{${part(element, 'sup')}}`,
  sPre: (element) => `{}_{${part(element, 'sub')}}^{${part(element, 'sup')}}${group(element, 'e')}`,
  rad: (element) => `\\sqrt${part(element, 'deg') === '' ? '' : `[${part(element, 'deg')}]`}{${part(element, 'e')}}`,
  nary: nary,
  d: delimiters,
  func: (element) => `${part(element, 'fName')} ${part(element, 'e')}`,
  fName: (element) => children(element).replace(/^[a-z]+$/, (name) => (FUNCTIONS.test(name) ? `\\${name}` : `\\operatorname{${name}}`)),
  limLow: (element) => `${limitOf(element)}_{${part(element, 'lim')}}`,
  limUpp: (element) => `${limitOf(element)}^{${part(element, 'lim')}}`,
  acc: (element) => `${ACCENTS[property(element, 'accPr', 'chr') ?? '̂'] ?? '\\hat'}{${part(element, 'e')}}`,
  bar: (element) => `${property(element, 'barPr', 'pos') === 'top' ? '\\overline' : '\\underline'}{${part(element, 'e')}}`,
  m: (element) => `\\begin{matrix}${rowsOf(element, 'mr').map(cellsOf).join(' \\\\ ')}\\end{matrix}`,
  eqArr: (element) => `\\begin{aligned}${rowsOf(element, 'e').map(children).join(' \\\\ ')}\\end{aligned}`,
}

const local = ({ nodeName }: XmlElement): string => nodeName.replace(/^m:/, '')
const inMath = (element: XmlElement): XmlElement[] =>
  childrenOf(element).filter(({ nodeName }) => nodeName.startsWith('m:') && !nodeName.endsWith('Pr'))
const write: Write = (element) => (WRITERS[local(element)] ?? children)(element)

function children(element: XmlElement): string {
  // A command must not run into the letter behind it.
  return inMath(element)
    .map(write)
    .reduce((left, right) => left + (/\\[a-z]+$/i.test(left) && /^[a-z]/i.test(right) ? ' ' : '') + right, '')
}

function part(element: XmlElement, name: string): string {
  const found = child(element, `m:${name}`)
  return found === null ? '' : write(found)
}

/** Braces where more than one character is raised or lowered. */
function group(element: XmlElement, name: string): string {
  const text = part(element, name)
  return text.length === 1 ? text : `{${text}}`
}

const property = (element: XmlElement, properties: string, name: string): string | null =>
  child(child(element, `m:${properties}`), `m:${name}`)?.getAttribute('m:val') ?? null

const rowsOf = (element: XmlElement, name: string): XmlElement[] => inMath(element).filter((one) => local(one) === name)
const cellsOf: Write = (row) => rowsOf(row, 'e').map(children).join(' & ')

function fraction(element: XmlElement): string {
  const [above, under] = [part(element, 'num'), part(element, 'den')]
  const type = property(element, 'fPr', 'type')
  if (type === 'lin') return `${above}/${under}`
  return type === 'noBar' ? `{${above} \\atop ${under}}` : `\\frac{${above}}{${under}}`
}

function nary(element: XmlElement): string {
  const sign = property(element, 'naryPr', 'chr') ?? '∫'
  const [from, to] = [part(element, 'sub'), part(element, 'sup')]
  return `${SYMBOLS[sign] ?? sign}${from === '' ? '' : `_{${from}}`}${to === '' ? '' : `^{${to}}`} ${part(element, 'e')}`
}

function delimiters(element: XmlElement): string {
  const [open, between, close] = [
    property(element, 'dPr', 'begChr') ?? '(',
    property(element, 'dPr', 'sepChr') ?? '|',
    property(element, 'dPr', 'endChr') ?? ')',
  ]
  return `${escapeLatex(open)}${rowsOf(element, 'e').map(children).join(between)}${escapeLatex(close)}`
}

function limitOf(element: XmlElement): string {
  const text = part(element, 'e').trim()
  return FUNCTIONS.test(text) ? `\\${text}` : `{${text}}`
}

const escapeLatex = (text: string): string => text.replace(/[#$%&_{}]/g, '\\$&')
