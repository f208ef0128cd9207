'use client'

import type { PageView } from '@countersign/client'
import { useEffect, useRef, useState } from 'react'
import { boxOn, type Taken, wordsIn } from './take-evidence.ts'

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** A drag shorter than this, in px, is a click. */
const LEAST_PX = 6

function between(from: PointerEvent, to: PointerEvent): { left: number; top: number; width: number; height: number } {
  return {
    left: Math.min(from.clientX, to.clientX),
    top: Math.min(from.clientY, to.clientY),
    width: Math.abs(from.clientX - to.clientX),
    height: Math.abs(from.clientY - to.clientY),
  }
}

/** Draws a region on a page with the mouse, where no text lies under it; hands on the words inside and the place. */
export function useRegion(page: PageView, onTake: (taken: Taken) => void) {
  const area = useRef<HTMLDivElement>(null)
  const [region, setRegion] = useState<Box | null>(null)
  const latest = useRef({ page, onTake })
  useEffect(() => {
    latest.current = { page, onTake }
  })
  useEffect(() => {
    const element = area.current
    if (!element) return
    let from: PointerEvent | null = null
    const boxTo = (event: PointerEvent) => from && boxOn(element.getBoundingClientRect(), between(from, event))
    const down = (event: PointerEvent) => {
      const onText = event.target instanceof Element && event.target.closest('[data-line]') !== null
      if (event.pointerType === 'touch' || event.button !== 0 || onText) return
      from = event
      // Without this the browser selects the text it passes over.
      event.preventDefault()
    }
    const move = (event: PointerEvent) => setRegion(boxTo(event))
    const up = (event: PointerEvent) => {
      const box = boxTo(event)
      const drawn = from !== null && between(from, event).width >= LEAST_PX && between(from, event).height >= LEAST_PX
      from = null
      setRegion(null)
      if (!box || !drawn) return
      const text = wordsIn(latest.current.page.lines, box)
      latest.current.onTake({ text, evidence: [{ page: latest.current.page.page, box, text: text || undefined }] })
    }
    element.addEventListener('pointerdown', down)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    return () => {
      element.removeEventListener('pointerdown', down)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
    }
  }, [])
  return { area, region }
}
