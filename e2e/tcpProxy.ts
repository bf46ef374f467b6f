import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to the app that can break open connections, which a browser's offline mode does not. */
export interface TcpProxy {
  readonly url: string
  disconnect(): void
  reconnect(): void
  close(): void
}

export async function startTcpProxy(appUrl: string): Promise<TcpProxy> {
  const { port } = new URL(appUrl)
  const sockets = new Set<Socket>()
  let connected = true
  const server = createServer((browser) => {
    if (!connected) return browser.destroy()
    const app = connect(Number(port), 'localhost')
    for (const [end, other] of [
      [browser, app],
      [app, browser],
    ] as const) {
      sockets.add(end)
      end.pipe(other)
      end.on('error', () => end.destroy())
      end.on('close', () => {
        sockets.delete(end)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  const disconnect = () => {
    connected = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    disconnect,
    reconnect: () => {
      connected = true
    },
    close: () => {
      disconnect()
      server.close()
    },
  }
}
