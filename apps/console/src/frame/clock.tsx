'use client'

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTimes } from './use-times.ts'

const TICK_MS = 15_000
const Now = createContext(0)

/** Gives every time on the page the same present: the server's at first, so that both sides render the same words. */
export function Clock({ now, children }: { now: number; children: ReactNode }) {
  const [present, setPresent] = useState(now)
  useEffect(() => {
    const tick = () => setPresent(Date.now())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return <Now value={Math.max(present, now)}>{children}</Now>
}

/** The present, in ms; moves on every quarter of a minute. */
export const useNow = (): number => useContext(Now)

/** A moment in words ("4 min ago"), with the exact one on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const times = useTimes()
  return (
    <time dateTime={at} title={times.date(at)}>
      {times.relative(at, now)}
    </time>
  )
}
