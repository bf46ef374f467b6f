import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

// The limit for pages: React renders paragraphs with as much HTML as a page of ours, in production mode, and nothing else.
// Its parent process sends the bytes; it replies with its port. '/kept' sends the same bytes each time.

process.env.NODE_ENV = 'production'
const brotli = promisify(brotliCompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }

process.once('message', async (bytes: number) => {
  const text = (n: number) =>
    `Cage ${n} is free from ${n % 12}:00 to ${(n % 12) + 1}:30 for ${n * 7} dollars.`
  const page = () =>
    renderToString(
      createElement(
        'main',
        null,
        Array.from({ length: Math.ceil(bytes / 75) }, (_, n) =>
          createElement('p', { key: n, className: 'slot' }, text(n)),
        ),
      ),
    )
  const kept = await brotli(page(), { params })
  const headers = { 'content-type': 'text/html; charset=UTF-8', 'content-encoding': 'br' }
  const server = createServer(async (request, response) => {
    const body = request.url === '/kept' ? kept : await brotli(page(), { params })
    response.writeHead(200, headers).end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
