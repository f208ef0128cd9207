import { CountersignError } from '@countersign/workflows/contract'

/** A door whose room is being built. */
export const later = (door: string) => async (): Promise<never> => {
  throw new CountersignError('unavailable', `${door} is not there yet.`)
}
