import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A received mail. */
export interface ReceivedMail {
  readonly to: string[]
  /** Lower-case names, folded lines joined (RFC 5322 §2.2.3). */
  readonly headers: ReadonlyMap<string, string>
  readonly raw: string
}

export interface TestMailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  /** Addresses that do not exist here. */
  readonly refused: Set<string>
  /** Refuses every connection with this greeting, e.g. 421. */
  greeting: number | null
  /** While set, a mail is not confirmed until this promise settles. */
  slowness: Promise<void> | null
  /** How many mails were received, confirmed or not. */
  handedOver: number
  down(): Promise<void>
  up(): Promise<void>
}

/** A real SMTP server on this machine, which tests can slow down or make refuse mail. */
export async function openMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const refused = new Set<string>()
  let port = 0
  let server: SMTPServer | null = null
  const state: TestMailServer = {
    get url() {
      return `smtp://127.0.0.1:${port}`
    },
    received,
    refused,
    greeting: null,
    slowness: null,
    handedOver: 0,
    async down() {
      const closing = server
      server = null
      if (closing) await new Promise<void>((resolve) => closing.close(resolve))
    },
    async up() {
      const opened = createServer(state)
      server = opened
      await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve))
      port = (opened.server.address() as AddressInfo).port
    },
  }
  await state.up()
  return state
}

function createServer(state: TestMailServer): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onConnect: (_session, done) => done(state.greeting ? failure(state.greeting, 'not now') : null),
    onRcptTo: ({ address }, _session, done) =>
      done(state.refused.has(address) ? failure(550, '5.1.1 no such user') : null),
    async onData(stream, session, done) {
      let raw: string
      try {
        raw = await text(stream)
      } catch (error) {
        // The client was killed in the middle of the mail, of which nothing is kept.
        done(error as Error)
        return
      }
      state.handedOver += 1
      await state.slowness
      const to = session.envelope.rcptTo.map(({ address }) => address)
      state.received.push({ to, headers: headersOf(raw), raw })
      done()
    },
  })
  // Clients that disconnect early are part of these tests.
  server.on('error', () => {})
  return server
}

const failure = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

function headersOf(raw: string): Map<string, string> {
  const [head = ''] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}
