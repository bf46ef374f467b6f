import { Socket } from 'node:net'

/**
 * A socket that sends what one turn of the event loop writes as one piece. Queries that are started together then
 * cost one system call, and wake the database's process once.
 */
export function batchingSocket(): Socket {
  const socket = new Socket()
  // Not before: connecting puts the original `write` back.
  socket.once('connect', () => batchWrites(socket))
  return socket
}

function batchWrites(socket: Socket): void {
  const write = socket.write.bind(socket)
  let holding = false
  socket.write = ((...written: Parameters<typeof write>) => {
    if (!holding) {
      holding = true
      socket.cork()
      setImmediate(() => {
        holding = false
        socket.uncork()
      })
    }
    return write(...written)
  }) as Socket['write']
}
