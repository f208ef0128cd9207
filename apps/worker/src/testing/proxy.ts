import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** What lies between the processes of the drill and Temporal, and can be cut. */
export interface Cable {
  address: string
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function openProxy(target: string): Promise<Cable> {
  const [host = '127.0.0.1', port = '0'] = target.split(':')
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const listen = async (own: number): Promise<Server> => {
    const server = createServer((caller) => {
      const there = connect(Number(port), host)
      keep(caller)
      keep(there)
      caller.pipe(there).pipe(caller)
    })
    server.listen(own, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  const bound = server.address()
  const own = typeof bound === 'object' && bound ? bound.port : 0
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    address: `127.0.0.1:${own}`,
    cut,
    mend: async () => {
      server = await listen(own)
    },
    close: cut,
  }
}
