import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { onTestFinished } from 'vitest'
import { selfSignedCertificate } from './self-signed-certificate.ts'

export interface TestSite {
  base: string
  port: number
  /** The paths that were asked for, in order. */
  asked: string[]
  /** When each was asked for, in milliseconds. */
  times: number[]
}

/** A server on all loopback addresses, closed when the test ends. */
export async function serve(listener: RequestListener, { tls = false } = {}): Promise<TestSite> {
  const asked: string[] = []
  const times: number[] = []
  const note: RequestListener = (request, response) => {
    asked.push(request.url ?? '')
    times.push(performance.now())
    listener(request, response)
  }
  const server: Server = tls ? createTlsServer(selfSignedCertificate('localhost'), note) : createServer(note)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { base: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, port, asked, times }
}
