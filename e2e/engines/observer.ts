import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

const REPORTS = '/__reports'

/**
 * A proxy between a browser and the site, for drivers that do not report console and network. It records answers with
 * status 500 or higher, and adds a script to each page that reports errors to it.
 */
export async function startObserver() {
  const problems: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url?.endsWith(REPORTS)) {
      problems.push(await text(incoming))
      outgoing.writeHead(204).end()
      return
    }
    forward(incoming, outgoing, problems)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    address: `127.0.0.1:${address.port}`,
    problems: problems as readonly string[],
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, problems: string[]): void {
  const url = incoming.url ?? ''
  // Pages are changed here, so they must not be compressed. A kept-alive connection may close under the next request.
  const headers = { ...incoming.headers, 'accept-encoding': 'identity', connection: 'close' }
  const onward = request(url, { method: incoming.method, headers, agent: false }, (answer) => {
    const status = answer.statusCode ?? 502
    if (status >= 500) problems.push(`${status} ${url}`)
    if (answer.headers['content-type']?.startsWith('text/html')) void sendPage(answer, outgoing)
    else answer.pipe(outgoing.writeHead(status, answer.headers))
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

/** Sends a page on with the script in it, under the nonce of the page's own scripts. */
async function sendPage(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const page = await text(answer)
  const nonce = /'nonce-([^']+)'/.exec(answer.headers['content-security-policy']?.toString() ?? '')?.[1]
  const script = `<script nonce="${nonce ?? ''}">(${reportToObserver})('${REPORTS}')</script>`
  const { 'content-length': _, ...headers } = answer.headers
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(page.replace(/<head>|(?=<script)/, `$&${script}`))
}

/** Runs in the page. Reports that are being sent are kept in `window.__reports`, to be waited for. */
function reportToObserver(address: string): void {
  const reports: Promise<unknown>[] = []
  Object.assign(window, { __reports: reports })
  const report = (text: string) => {
    reports.push(fetch(address, { method: 'POST', body: text, keepalive: true }).catch(() => null))
  }
  // biome-ignore-start lint/suspicious/noConsole: the page's own console is what is watched
  const logError = console.error
  console.error = (...args: unknown[]) => {
    logError(...args)
    report(`console: ${args.map(String).join(' ')}`)
  }
  // biome-ignore-end lint/suspicious/noConsole: see above
  const told = (error: unknown) =>
    error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error)
  addEventListener('error', ({ error, message }) => report(`page: ${error ? told(error) : message}`))
  addEventListener('unhandledrejection', ({ reason }) => report(`page: ${told(reason)}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    report(`page: Content-Security-Policy: ${violatedDirective} ${blockedURI}`)
  })
}
