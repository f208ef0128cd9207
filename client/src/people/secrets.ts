import { createHash, randomBytes } from 'node:crypto'
import { checkTenantName } from './names.ts'

/** 256 bits, which nobody guesses: its sha256 needs no salt and no slow hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Whose session or token it says it is, and its secret. */
export interface Credential {
  tenant: string
  secret: string
}

const encodeTenant = (tenant: string): string => Buffer.from(tenant).toString('base64url')

/** The value of a session's cookie. */
export const formatCookie = ({ tenant, secret }: Credential): string => `${encodeTenant(tenant)}.${secret}`
/** A token as its owner keeps it; scanners of leaked secrets know it by its beginning. */
export const formatToken = ({ tenant, secret }: Credential): string => `cs_${encodeTenant(tenant)}_${secret}`

const COOKIE = /^([\w-]{1,600})\.([\w-]{43})$/
// The secret is of fixed length, so the underscores of both parts do not matter.
const TOKEN = /^cs_([\w-]{1,600})_([\w-]{43})$/

export const parseCookie = (cookie: string): Credential | null => parse(COOKIE.exec(cookie))
export const parseToken = (token: string): Credential | null => parse(TOKEN.exec(token))

function parse(parts: RegExpExecArray | null): Credential | null {
  const [, encoded, secret] = parts ?? []
  if (encoded === undefined || secret === undefined) return null
  const tenant = Buffer.from(encoded, 'base64url').toString()
  return checkTenantName(tenant) ? { tenant, secret } : null
}
