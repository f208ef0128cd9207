import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Received {
  headers: IncomingMessage['headers']
  body: string
}

export interface Receiver {
  url: string
  received: Received[]
  close(): Promise<void>
}

/** An HTTP server on loopback that keeps what it gets; `answer` is called with how many that makes. */
export async function startReceiver(answer: (response: ServerResponse, count: number) => void): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    answer(response, received.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/hook`,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export interface Mailbox {
  port: number
  mails: { to: string[]; raw: string }[]
  close(): Promise<void>
}

/** An SMTP server on loopback that keeps what it gets. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: Mailbox['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      text(stream).then(
        (raw) => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
          callback()
        },
        (error: Error) => callback(error),
      )
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: portOf(server.server.address()), mails, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return address.port
}
