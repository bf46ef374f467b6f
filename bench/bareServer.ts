import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The limit for schedule reads: a node:http server with one fixed answer. Its parent process sends it the answer; it
// replies with its port.

/** An HTTP answer, its body in base64. */
export interface BareAnswer {
  readonly headers: readonly string[]
  readonly notModifiedHeaders: readonly string[]
  readonly etag: string
  readonly body: string
}

process.once('message', (answer: BareAnswer) => {
  const body = Buffer.from(answer.body, 'base64')
  const server = createServer((request, response) => {
    if (request.headers['if-none-match'] === answer.etag) {
      response.writeHead(304, [...answer.notModifiedHeaders]).end()
    } else {
      response.writeHead(200, [...answer.headers]).end(body)
    }
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
