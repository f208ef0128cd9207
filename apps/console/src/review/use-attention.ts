'use client'

import { useState } from 'react'
import type { ReviewForm } from './use-review-form.ts'

/** Which field the reviewer is at: it starts at the least sure one. `shown` follows the mouse over sure fields, too. */
export function useAttention(form: ReviewForm) {
  const first = form.items.find((item) => item.doubtful)?.name ?? form.items[0]?.name ?? null
  const [focused, setFocused] = useState<string | null>(first)
  const [editing, setEditing] = useState<string | null>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  return {
    focused,
    editing,
    shown: hovered ?? focused,
    focus: (name: string | null) => {
      setFocused(name)
      setHovered(null)
    },
    edit: (name: string | null) => {
      setEditing(name)
      if (name !== null) setFocused(name)
    },
    show: setHovered,
    editFocused: () => setEditing(focused ?? first),
  }
}
