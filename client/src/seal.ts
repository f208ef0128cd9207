import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { CountersignError } from '@countersign/workflows/contract'
import { readSecret } from './read-secret.ts'

/** Keeps a secret answer unreadable wherever it is written; only processes that know the installation's secret can open it. */
export interface Seal {
  /** The same words of the same tenant always give the same sealed text, so that answers of several people can be compared. */
  seal(tenant: string, words: string): string
  /** Throws `invalid_input` for what this installation did not seal for this tenant. */
  unseal(tenant: string, sealed: string): string
}

const PREFIX = 'sealed:1:'
const IV = 12
const TAG = 16

/**
 * AES-256-GCM (NIST SP 800-38D) under a key of its own, derived from the installation's secret by HKDF-SHA-256 (RFC 5869), with the tenant
 * as associated data. The initialisation vector is an HMAC of tenant and words (a synthetic one, as in RFC 5297): none is used for two texts.
 * `secret` is asked for when something is first sealed or opened.
 */
export function createSeal(secret: () => string): Seal {
  const key = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret(), '', `countersign answers ${purpose}`, 32))
  return {
    seal(tenant, words) {
      const iv = createHmac('sha256', key('vector')).update(`${tenant}\n${words}`).digest().subarray(0, IV)
      const cipher = createCipheriv('aes-256-gcm', key('cipher'), iv).setAAD(Buffer.from(tenant))
      const body = Buffer.concat([cipher.update(words, 'utf8'), cipher.final()])
      return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    unseal(tenant, sealed) {
      const bytes = Buffer.from(sealed.startsWith(PREFIX) ? sealed.slice(PREFIX.length) : '', 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key('cipher'), bytes.subarray(0, IV), { authTagLength: TAG })
        decipher.setAAD(Buffer.from(tenant)).setAuthTag(bytes.subarray(IV, IV + TAG))
        return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8')
      } catch (cause) {
        const message = 'The sealed answer cannot be opened: it was sealed with another COUNTERSIGN_SECRET. Give it again.'
        throw new CountersignError('invalid_input', message, {}, { cause })
      }
    },
  }
}

/** The seal of this installation: its secret is read when it is first needed. */
export function installationSeal({ secret, home }: { secret: string | null; home: string }): Seal {
  let known: string | null = secret
  return createSeal(() => {
    known ??= readSecret({ secret, home })
    return known
  })
}
