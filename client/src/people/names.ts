import { said } from '@countersign/workflows/contract'
import { z } from 'zod'

const NAME = /^[^\s/\\\0\p{Surrogate}]{1,100}$/u

/** Whether it could be the name of a tenant, as the environment takes it. */
export const checkTenantName = (name: string): boolean => NAME.test(name)

/** The name a person acts under: what `@` and a cell of a table can hold. */
export const userNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, said('input.userName').english)

export const displayNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{C}]+$/u, said('input.control').english)

export const emailSchema = z
  .email(said('input.email').english)
  .max(200)
  .transform((email) => email.toLowerCase())

const SHORTEST = 12
const LONGEST = 200
/** Length is what counts: https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver */
export const passwordSchema = z
  .string()
  .min(SHORTEST, `must have at least ${SHORTEST} characters`)
  .max(LONGEST, `must have at most ${LONGEST} characters`)
  .refine((password) => new Set(password).size > 4, said('input.repeats').english)
