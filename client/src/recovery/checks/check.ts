import { explainDatabaseError } from '@countersign/db'
import type { Check } from '../diagnose.ts'

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, advice: null })
export const warn = (name: string, detail: string, advice: string): Check => ({ name, status: 'warn', detail, advice })
export const fail = (name: string, detail: string, advice: string): Check => ({ name, status: 'fail', detail, advice })

/** What is wrong in one line, without what a statement held. */
export function wordsOf(error: unknown): string {
  const known = explainDatabaseError(error)
  return (known instanceof Error ? known.message : String(known)).split('\n')[0]?.slice(0, 300) ?? ''
}

/** The checks of one part; where they cannot be made, that is what is wrong. */
export async function attempt(name: string, advice: string, look: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await look()
  } catch (error) {
    return [fail(name, wordsOf(error), advice)]
  }
}

export const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`
