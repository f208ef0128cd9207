'use client'

import { useState } from 'react'
import type { ReviewForm } from './use-review-form.ts'

export interface Attention {
  /** The item under the reviewer's eyes: its place is shown in the source. */
  focused: string | null
  editing: string | null
  /** As `focused`, but follows the mouse over what is sure, too. */
  shown: string | null
  focus(name: string | null): void
  edit(name: string | null): void
  show(name: string | null): void
  editFocused(): void
  /** The item above or below. */
  step(by: 1 | -1): void
}

/** Which field the reviewer is at: it starts at the least sure one. */
export function useAttention(form: ReviewForm): Attention {
  const first = form.items.find((item) => item.doubtful)?.name ?? form.items[0]?.name ?? null
  const [focused, setFocused] = useState<string | null>(first)
  const [editing, setEditing] = useState<string | null>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  const focus = (name: string | null) => {
    setFocused(name)
    setHovered(null)
  }
  return {
    focused,
    editing,
    shown: hovered ?? focused,
    focus,
    edit: (name) => {
      setEditing(name)
      if (name !== null) setFocused(name)
    },
    show: setHovered,
    editFocused: () => setEditing(focused ?? first),
    step: (by) => {
      const place = form.items.findIndex((item) => item.name === focused) + by
      const next = form.items[Math.max(0, Math.min(form.items.length - 1, place))]
      if (next) focus(next.name)
    },
  }
}
