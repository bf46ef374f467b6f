import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between Dugout and its database that can fail silently. */
export interface DatabaseProxy {
  /** The address of the same database, through the proxy. */
  readonly url: string
  /** Forwards nothing from now on, but keeps connections open and accepts new ones. */
  hang(): void
  /** Closes all connections; new ones reach the database again. */
  recover(): void
  close(): Promise<void>
}

/** @param port 0 picks a free one */
export async function startDatabaseProxy(databaseUrl: string, port = 0): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  let hanging = false

  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((near) => {
    track(near)
    const far = track(connect(placeOf(databaseUrl)))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (!hanging) to.write(bytes)
      })
      from.on('close', () => to.destroy())
    }
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: proxied(databaseUrl, (server.address() as AddressInfo).port),
    hang() {
      hanging = true
    },
    recover() {
      hanging = false
      cut()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The same database behind a port of this machine. */
export function proxied(databaseUrl: string, port: number): string {
  const [, credentials = '', , database = ''] = partsOf(databaseUrl)
  return `postgres://${credentials}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** The target of a database URL: a socket, or a host and port. */
export function placeOf(databaseUrl: string): { path: string } | { host: string; port: number } {
  const [, , address = '', , query = ''] = partsOf(databaseUrl)
  const options = new URLSearchParams(query)
  const folder = options.get('host')
  if (folder?.startsWith('/')) return { path: `${folder}/.s.PGSQL.${options.get('port') ?? 5432}` }
  const [host = '', port] = (folder ?? address).split(':')
  return { host, port: Number(options.get('port') ?? port ?? 5432) }
}

const partsOf = (databaseUrl: string): readonly string[] =>
  /^postgres(?:ql)?:\/\/([^@/]*)@([^/]*)\/([^?]*)\??(.*)$/.exec(databaseUrl) ?? []
