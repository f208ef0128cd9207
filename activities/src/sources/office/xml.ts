import { DOMParser } from 'linkedom'
import { OfficeRefusal } from './office-protocol.ts'

/** What is needed of an XML element. Names keep their prefix, as Office and OpenDocument always write them. */
export interface XmlNode {
  readonly nodeType: number
  readonly nodeName: string
  textContent: string | null
  readonly childNodes: ArrayLike<XmlNode>
  readonly parentNode: XmlNode | null
  readonly ownerDocument: XmlDocument
}
export interface XmlElement extends XmlNode {
  readonly children: ArrayLike<XmlElement>
  readonly parentElement: XmlElement | null
  readonly nextElementSibling: XmlElement | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  remove(): void
  replaceWith(...nodes: XmlNode[]): void
  append(...nodes: XmlNode[]): void
  toString(): string
}
export interface XmlDocument {
  createElement(name: string): XmlElement
}

const ELEMENT = 1

/** The root element of an XML text. Throws where there is none. */
export function parseXml(source: string, name: string): XmlElement {
  const root: XmlElement | null = new DOMParser().parseFromString(source, 'text/xml').documentElement
  if (root === null) throw new OfficeRefusal('Unreadable', `is damaged: ${name} in it is no XML.`)
  return root
}

export const isElement = (node: XmlNode): node is XmlElement => node.nodeType === ELEMENT

export const childrenOf = (element: XmlElement | null): XmlElement[] => (element === null ? [] : Array.from(element.children))

/** The first child with this name. */
export const child = (element: XmlElement | null, name: string): XmlElement | null =>
  childrenOf(element).find(({ nodeName }) => nodeName === name) ?? null

/** Every element below with one of these names, in document order; what is inside a found one is looked at too. */
export function below(element: XmlElement | null, ...names: string[]): XmlElement[] {
  const found: XmlElement[] = []
  const visit = (from: XmlElement): void => {
    for (const one of childrenOf(from)) {
      if (names.includes(one.nodeName)) found.push(one)
      visit(one)
    }
  }
  if (element !== null) visit(element)
  return found
}

/** Whether an element stands inside one of these names. */
export function isInside(element: XmlElement, ...names: string[]): boolean {
  for (let at = element.parentElement; at !== null; at = at.parentElement) if (names.includes(at.nodeName)) return true
  return false
}

/** Whether a switch of Office is on: its mere presence says so, unless its value says no. */
export const isOn = (element: XmlElement | null, value: string): boolean =>
  element !== null && !['0', 'false', 'off', 'none'].includes(element.getAttribute(value) ?? 'true')
