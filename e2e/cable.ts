import { connect, createServer, type Socket } from 'node:net'

/** A way to the app that can be cut: then open connections break, which a browser's offline mode leaves alone. */
export interface Cable {
  readonly url: string
  cut(): void
  mend(): void
  close(): void
}

export async function layCable(appUrl: string): Promise<Cable> {
  const { port } = new URL(appUrl)
  const sockets = new Set<Socket>()
  let whole = true
  const server = createServer((browser) => {
    if (!whole) return browser.destroy()
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
  const cut = () => {
    whole = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    cut,
    mend: () => {
      whole = true
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
