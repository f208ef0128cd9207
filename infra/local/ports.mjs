import { connect, createServer } from 'node:net'

/**
 * A TCP port on 127.0.0.1 that nothing listens on; `preferred` when that one is free. Another process may take it before
 * the caller does, so callers try again when their server cannot bind.
 * @param {number} [preferred]
 * @returns {Promise<number>}
 */
export async function freePort(preferred) {
  if (preferred !== undefined) {
    const port = await tryPort(preferred).catch(() => undefined)
    if (port !== undefined) return port
  }
  return tryPort(0)
}

/**
 * Whether something accepts connections on a port of 127.0.0.1.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 2000 })
    /** @param {boolean} value */
    const finish = (value) => {
      socket.destroy()
      resolve(value)
    }
    socket
      .once('connect', () => finish(true))
      .once('error', () => finish(false))
      .once('timeout', () => finish(false))
  })
}

/**
 * @param {number} port
 * @returns {Promise<number>}
 */
function tryPort(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port }, () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
