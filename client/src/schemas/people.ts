import { permissionSchema, roleSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import { instantSchema } from './page.ts'

const roles = z.array(roleSchema)

export const meSchema = z.object({
  tenant: z.string(),
  user: z.string(),
  name: z.string(),
  roles,
  permissions: z.array(permissionSchema),
})
/** Who acts, as the door sees it. */
export type Me = z.infer<typeof meSchema>

export const userViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  roles,
  signsIn: z.enum(['password', 'openid', 'not yet']),
  disabled: z.boolean(),
  createdAt: instantSchema,
  seenAt: instantSchema.nullable(),
})
export type UserView = z.infer<typeof userViewSchema>

export const newUserSchema = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  roles,
  password: z.string().optional(),
})
export type NewUser = z.infer<typeof newUserSchema>

export const userChangeSchema = z.strictObject({
  name: z.string().optional(),
  email: z.string().optional(),
  roles: roles.optional(),
  password: z.string().optional(),
  disabled: z.boolean().optional(),
})
export type UserChange = z.infer<typeof userChangeSchema>

export const passwordChangeSchema = z.strictObject({ old: z.string(), new: z.string() })
export type PasswordChange = z.infer<typeof passwordChangeSchema>

export const tokenViewSchema = z.object({
  id: z.string(),
  user: z.string(),
  name: z.string(),
  scopes: z.array(permissionSchema),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  revokedAt: instantSchema.nullable(),
  usedAt: instantSchema.nullable(),
})
export type TokenView = z.infer<typeof tokenViewSchema>

export const newTokenSchema = z.strictObject({
  name: z.string(),
  scopes: z.array(permissionSchema),
  days: z.number().int().optional(),
})
export type NewToken = z.infer<typeof newTokenSchema>

/** `secret` is said once and never again. */
export const createdTokenSchema = tokenViewSchema.extend({ secret: z.string() })
export type CreatedToken = z.infer<typeof createdTokenSchema>
