import { readFileSync } from 'node:fs'
import { AUDIT_EVENTS, CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'
import { describeIssues, sayIssues } from '../parse-input.ts'
import { LANGUAGES } from './words.ts'

/** The name of an environment variable: what is secret stands there, never in the file. */
const secretSchema = z.strictObject({ env: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of an environment variable') })
const addressSchema = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

const eventSchema = z.string().refine((pattern) => namesOf(pattern).length > 0, 'is no event; see docs/notifications.md')
const namesOf = (pattern: string): string[] =>
  AUDIT_EVENTS.filter((name) => name === pattern || (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1))))

const common = {
  /** Names of events, or all of one kind: `review.*`. */
  events: z.array(eventSchema).min(1),
  /** Only for these tenants; all when left out. */
  tenants: z.array(z.string().min(1)).min(1).optional(),
  language: z.enum(LANGUAGES).default('en'),
}

const channelSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('webhook'),
    ...common,
    url: addressSchema,
    secret: secretSchema,
    allowPrivate: z.boolean().default(false),
  }),
  /** The address of a Slack webhook is a secret. */
  z.strictObject({ kind: z.literal('slack'), ...common, url: secretSchema, allowPrivate: z.boolean().default(false) }),
  z.strictObject({
    kind: z.literal('email'),
    ...common,
    from: z.string().min(3),
    smtp: z.strictObject({
      host: z.string().min(1),
      port: z.number().int().min(1).max(65_535).default(587),
      /** TLS from the first byte (port 465). */
      secure: z.boolean().default(false),
      /** Refuse to go on where the server offers no STARTTLS. */
      requireTls: z.boolean().default(true),
      user: z.string().optional(),
      password: secretSchema.optional(),
    }),
    /** `people`: whom the event concerns. Else these addresses, whatever happens. */
    to: z.union([z.literal('people'), z.array(z.email()).min(1)]).default('people'),
  }),
])

const settingsSchema = z.strictObject({
  channels: z.record(z.string().regex(/^[\w.-]{1,60}$/, 'must be a short name of letters, digits, dots and dashes'), channelSchema),
  /** How often a delivery is tried before it is dead. */
  attempts: z.number().int().min(1).max(50).default(8),
})

type Listed = z.infer<typeof channelSchema>
type Resolved<Kind extends Listed['kind'], Secret extends string = never> = Omit<Extract<Listed, { kind: Kind }>, 'events' | Secret> & {
  name: string
  events: ReadonlySet<string>
}
export type WebhookChannel = Resolved<'webhook', 'secret'> & { secret: Buffer }
export type SlackChannel = Resolved<'slack', 'url'> & { url: string }
export type EmailChannel = Resolved<'email'> & { password: string | null }
export type Channel = WebhookChannel | SlackChannel | EmailChannel

/** Who is told what, and how; read once, when a worker starts. */
export interface NotificationSettings {
  channels: readonly Channel[]
  attempts: number
  /** Where links lead: COUNTERSIGN_CONSOLE_URL. */
  consoleUrl: string
}

export interface NotificationPlaces {
  /** COUNTERSIGN_NOTIFICATIONS: path of the settings. */
  file: string
  consoleUrl: string | null
  env: Record<string, string | undefined>
}

/**
 * Reads the settings of notifications and the secrets they name. Throws `invalid_input` that names the file, the field or the
 * variable.
 */
export function readNotifications({ file, consoleUrl, env }: NotificationPlaces): NotificationSettings {
  const parsed = settingsSchema.safeParse(readJson(file))
  if (!parsed.success) throw unusable(file, sayIssues(describeIssues(parsed.error)))
  if (consoleUrl === null) throw unusable(file, 'links need an address: set COUNTERSIGN_CONSOLE_URL')
  const secret = (channel: string, { env: name }: { env: string }): string => {
    const value = env[name]?.trim()
    if (value) return value
    throw unusable(file, `channel ${channel} needs the environment variable ${name}`)
  }
  const channels = Object.entries(parsed.data.channels).map(([name, listed]): Channel => {
    const events = new Set(listed.events.flatMap(namesOf))
    if (listed.kind === 'webhook') return { ...listed, name, events, secret: signingKey(file, name, secret(name, listed.secret)) }
    if (listed.kind === 'slack') return { ...listed, name, events, url: httpAddress(file, name, secret(name, listed.url)) }
    return { ...listed, name, events, password: listed.smtp.password ? secret(name, listed.smtp.password) : null }
  })
  return { channels, attempts: parsed.data.attempts, consoleUrl: consoleUrl.replace(/\/+$/, '') }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error))
  }
}

const SHORTEST_KEY = 24

/** As Standard Webhooks writes it: `whsec_` and base64; any other text is taken as it is. */
function signingKey(file: string, channel: string, text: string): Buffer {
  const key = text.startsWith('whsec_') ? Buffer.from(text.slice('whsec_'.length), 'base64') : Buffer.from(text)
  if (key.byteLength < SHORTEST_KEY) throw unusable(file, `the secret of channel ${channel} is shorter than ${SHORTEST_KEY} bytes`)
  return key
}

function httpAddress(file: string, channel: string, text: string): string {
  if (addressSchema.safeParse(text).success) return text
  throw unusable(file, `the address of channel ${channel} is no http or https address`)
}

const unusable = (file: string, why: string): CountersignError =>
  new CountersignError('invalid_input', `The notification settings in ${file} (COUNTERSIGN_NOTIFICATIONS) are not usable: ${why}.`, {
    file,
  })
