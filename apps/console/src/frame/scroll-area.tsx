import type { ComponentPropsWithRef } from 'react'

/** Whoever has no mouse scrolls by keys, which go where the focus is (WCAG 2.1.1). */
const REACHABLE = { tabIndex: 0 }

/** A named part of a page that scrolls by itself. */
export function ScrollArea({ label, ...rest }: Omit<ComponentPropsWithRef<'section'>, 'aria-label'> & { label: string }) {
  return <section aria-label={label} {...REACHABLE} {...rest} />
}
