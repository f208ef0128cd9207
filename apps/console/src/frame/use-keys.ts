'use client'

import { useLayoutEffect, useRef } from 'react'

type Handler = (event: KeyboardEvent) => void

/** True where a key press is text on its way into a field; a read-only field takes no text. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return !target.readOnly
  return target instanceof HTMLSelectElement || (target instanceof HTMLElement && target.isContentEditable)
}

/**
 * Single-key commands of a page, by `KeyboardEvent.key`. Silent while one types, while a dialog is open, and with
 * Ctrl, Alt or Meta held, which belong to the browser.
 */
export function useKeys(handlers: Record<string, Handler>): void {
  const latest = useRef(handlers)
  // Before the page is drawn: a key pressed as soon as one sees the next item must not be lost.
  useLayoutEffect(() => {
    latest.current = handlers
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      // Enter and space on a link or button are that link's or button's own.
      const onControl = event.target instanceof HTMLElement && event.target.closest('a, button, summary') !== null
      if (onControl && (event.key === 'Enter' || event.key === ' ')) return
      const handler = latest.current[event.key]
      if (!handler) return
      event.preventDefault()
      handler(event)
    }
    window.addEventListener('keydown', onKey)
    // Tells whoever drives the page by keys that it listens now.
    document.documentElement.dataset.keys = 'on'
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
