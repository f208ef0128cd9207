import { z } from 'zod'

const STORE = 'countersign.reasons'
const KEPT = 5

/** The reasons this person gave lately, newest first. */
export function loadReasons(): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(localStorage.getItem(STORE) ?? '[]'))
  } catch {
    return []
  }
}

export function rememberReason(reason: string): void {
  const others = loadReasons().filter((one) => one !== reason)
  localStorage.setItem(STORE, JSON.stringify([reason, ...others].slice(0, KEPT)))
}
