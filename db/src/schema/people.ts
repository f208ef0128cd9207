import { sql } from 'drizzle-orm'
import { index, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, tenant } from './columns.ts'
import { countersign } from './namespace.ts'

/** People of a tenant. `id` is the name they act under (`decided_by`, `@id`): short, without spaces, never changed. */
export const users = countersign.table(
  'users',
  {
    tenant: tenant(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    roles: text('roles').array().notNull().default(sql`'{}'::text[]`),
    /** scrypt, with its parameters and salt; null for people who sign in elsewhere. */
    passwordHash: text('password_hash'),
    /** OpenID Connect: who vouches for them, and as whom. */
    issuer: text('issuer'),
    subject: text('subject'),
    disabledAt: moment('disabled_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    seenAt: moment('seen_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenant, t.id] }),
    uniqueIndex('users_email').on(t.tenant, t.email),
    uniqueIndex('users_subject').on(t.tenant, t.issuer, t.subject),
  ],
)

/** Signed-in browsers. `hash` is the sha256 of the cookie's secret: a copy of the table opens nothing. */
export const sessions = countersign.table(
  'sessions',
  {
    tenant: tenant(),
    hash: text('hash').notNull(),
    user: text('user').notNull(),
    /** What the provider said when it was opened; it ends the provider's session with this one. Opens nothing. */
    idToken: text('id_token'),
    createdAt: moment('created_at').notNull().defaultNow(),
    seenAt: moment('seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.hash] }), index('sessions_of_user').on(t.tenant, t.user)],
)

/** Failed sign-ins, so that passwords cannot be guessed. */
export const signInFailures = countersign.table(
  'sign_in_failures',
  { tenant: tenant(), user: text('user').notNull(), at: moment('at').notNull().defaultNow() },
  (t) => [index('sign_in_failures_of_user').on(t.tenant, t.user, t.at)],
)

/** Tokens of the API and the command line, by sha256. */
export const tokens = countersign.table(
  'tokens',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    user: text('user').notNull(),
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    /** Permissions; never more than its owner has when it is used. */
    scopes: text('scopes').array().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    usedAt: moment('used_at'),
  },
  (t) => [uniqueIndex('tokens_hash').on(t.tenant, t.hash), index('tokens_of_user').on(t.tenant, t.user)],
)
