import { createTransport } from 'nodemailer'
import type { Message } from './describe-delivery.ts'
import { DeliveryFailure } from './failure.ts'
import type { EmailChannel } from './settings.ts'

/** Sends mail over a few connections that it keeps. */
export interface Mailer {
  send(to: string, message: Message): Promise<void>
  close(): void
}

const CONNECT_MS = 10_000
const SILENCE_MS = 15_000

/** A mailer of a channel; nothing is connected until it sends. A repeated mail bears the `Message-ID` it had. */
export function createMailer({ from, smtp, password }: EmailChannel): Mailer {
  const transport = createTransport({
    pool: true,
    maxConnections: 4,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: smtp.requireTls && !smtp.secure,
    auth: smtp.user === undefined ? undefined : { user: smtp.user, pass: password ?? '' },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(to, { id, subject, lines }) {
      const headers = { 'Auto-Submitted': 'auto-generated' }
      try {
        // An object: a text would be read as a list of addresses.
        const receiver = { name: '', address: to }
        await transport.sendMail({ from, to: receiver, subject, text: lines.join('\n'), messageId: `<${id}@countersign>`, headers })
      } catch (cause) {
        throw asFailure(cause, smtp.host)
      }
    },
    close: () => transport.close(),
  }
}

/** The server's word about the receiver is final (RFC 5321: 5yz); everything else may be better later. */
function asFailure(cause: unknown, host: string): DeliveryFailure {
  const message = cause instanceof Error ? cause.message : String(cause)
  const status = cause instanceof Error && 'responseCode' in cause ? Number(cause.responseCode) : 0
  const aboutReceiver = cause instanceof Error && 'code' in cause && cause.code === 'EENVELOPE'
  return new DeliveryFailure(`${host}: ${message}`, { final: aboutReceiver && status >= 500 && status <= 599, cause })
}
