import { createTransport } from 'nodemailer'
import { type Mail, type Mailer, MailRejected } from './mail.ts'

const CONNECTIONS = 5
const CONNECT_MILLISECONDS = 10_000
const SILENCE_MILLISECONDS = 20_000

/**
 * Sends through a mail server.
 *
 * @param url `smtp://` or `smtps://`, with user and password if the server requires them.
 */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
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
