import { CountersignError, type Role, roleSchema } from '@countersign/client/contract'
import { z } from 'zod'

/** The provider that people sign in with (OpenID Connect). */
export interface OpenIdSettings {
  issuer: URL
  clientId: string
  clientSecret: string | undefined
  /** What the button says. */
  label: string
  /** The claim that lists roles; where it is not set, roles are given here. */
  rolesClaim: string | undefined
  /** People who are not known yet are added with this role; where it is not set, they are refused. */
  defaultRole: Role | undefined
}

export interface SignInSettings {
  /** `environment`: whoever asks is the person of the environment, on this machine alone. */
  mode: 'accounts' | 'environment'
  /** The tenant that the sign-in page offers. */
  tenant: string
  openId: OpenIdSettings | null
  /** Where browsers find the console, when it is not where the process listens. */
  consoleUrl: URL | null
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const text = z.string().trim().min(1)
const url = text.refine((value) => URL.canParse(value), 'must be a URL').transform((value) => new URL(value))
const issuer = url.refine(
  ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname)),
  'must begin with https:// (http:// on this machine alone)',
)

const variablesSchema = z
  .object({
    COUNTERSIGN_SIGN_IN: z.enum(['accounts', 'environment']).default('accounts'),
    COUNTERSIGN_TENANT: text.default('default'),
    COUNTERSIGN_CONSOLE_URL: url.optional(),
    COUNTERSIGN_OIDC_ISSUER: issuer.optional(),
    COUNTERSIGN_OIDC_CLIENT_ID: text.optional(),
    COUNTERSIGN_OIDC_CLIENT_SECRET: text.optional(),
    COUNTERSIGN_OIDC_LABEL: text.max(60).optional(),
    COUNTERSIGN_OIDC_ROLES_CLAIM: text.optional(),
    COUNTERSIGN_OIDC_DEFAULT_ROLE: roleSchema.optional(),
  })
  .refine((set) => (set.COUNTERSIGN_OIDC_ISSUER === undefined) === (set.COUNTERSIGN_OIDC_CLIENT_ID === undefined), {
    path: ['COUNTERSIGN_OIDC_CLIENT_ID'],
    message: 'must be set together with COUNTERSIGN_OIDC_ISSUER',
  })

/** Reads how people sign in. Throws `invalid_input` that names the variable. */
export function readSignInSettings(env: Record<string, string | undefined> = process.env): SignInSettings {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = variablesSchema.safeParse(set)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    throw new CountersignError('invalid_input', `The environment is not usable: ${issues.join('; ')}.`)
  }
  const { COUNTERSIGN_OIDC_ISSUER: issuer, COUNTERSIGN_OIDC_CLIENT_ID: clientId, ...rest } = parsed.data
  const openId = issuer && clientId ? { issuer, clientId } : null
  return {
    mode: rest.COUNTERSIGN_SIGN_IN,
    tenant: rest.COUNTERSIGN_TENANT,
    consoleUrl: rest.COUNTERSIGN_CONSOLE_URL ?? null,
    openId: openId && {
      ...openId,
      clientSecret: rest.COUNTERSIGN_OIDC_CLIENT_SECRET,
      label: rest.COUNTERSIGN_OIDC_LABEL ?? openId.issuer.hostname,
      rolesClaim: rest.COUNTERSIGN_OIDC_ROLES_CLAIM,
      defaultRole: rest.COUNTERSIGN_OIDC_DEFAULT_ROLE,
    },
  }
}
