import { createTransport } from 'nodemailer'
import { type Mail, type Mailer, MailRejected } from './mail.ts'

const CONNECTIONS = 5
const CONNECT_MILLISECONDS = 10_000
const SILENCE_MILLISECONDS = 20_000

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, demanded after the greeting, or used only where the server offers it. */
  readonly security: 'tls' | 'starttls' | 'none'
  /** Null where the server asks for none. */
  readonly login: { readonly user: string; readonly password: string } | null
}

/**
 * Sends through a mail server.
 *
 * @param server or `smtp://` or `smtps://`, with user and password if the server requires them.
 */
export function createSmtpMailer(server: string | SmtpServer): Mailer {
  const transport = createTransport({
    ...(typeof server === 'string'
      ? { url: server }
      : {
          host: server.host.replace(/^\[|\]$/g, ''),
          port: server.port,
          secure: server.security === 'tls',
          requireTLS: server.security === 'starttls',
          ...(server.login && { auth: { user: server.login.user, pass: server.login.password } }),
        }),
    pool: true,
    maxConnections: CONNECTIONS,
    dnsTimeout: CONNECT_MILLISECONDS,
    connectionTimeout: CONNECT_MILLISECONDS,
    greetingTimeout: CONNECT_MILLISECONDS,
    socketTimeout: SILENCE_MILLISECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    concurrency: CONNECTIONS,
    async send(mail: Mail) {
      const { headers = {}, attachments = [], ...rest } = mail
      try {
        await transport.sendMail({
          ...rest,
          attachments: attachments.map((attachment) => ({ ...attachment })),
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        })
      } catch (error) {
        if (isRejection(error)) throw new MailRejected(reasonOf(error), { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Whether the answer is about this one recipient or message. A refused login, sender or connection is about
 * our settings or the server, so every mail is retried once that is fixed.
 */
function isRejection(error: unknown): boolean {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  if (command === 'MAIL FROM') return false
  return responseCode === undefined || responseCode >= 500
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
