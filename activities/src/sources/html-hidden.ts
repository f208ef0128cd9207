import type { HtmlElement } from './html-to-markdown.ts'

/** Whether an element says of itself that it is not shown. */
export function isHidden(element: HtmlElement): boolean {
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true
  const style = element.getAttribute('style') ?? ''
  return /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)/i.test(style)
}
