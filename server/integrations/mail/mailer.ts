import type { Context } from '../../context.ts'
import { createDevelopmentMailbox } from './developmentMailbox.ts'
import type { Mailer } from './mail.ts'
import { createSmtpMailer } from './smtp.ts'

/** Whether mail is stored for /dev/mailbox: not in production, and not when there is a mail server. */
export const usesDevelopmentMailbox = (config: Context['config']): boolean =>
  !config.production && config.secrets.smtpUrl === null

/** The configured mailer; null when there is none, and mail stays queued (decision 23). */
export function createMailer(context: Pick<Context, 'config' | 'db' | 'clock' | 'log'>): Mailer | null {
  const { config, db, clock, log } = context
  if (config.secrets.smtpUrl !== null) return createSmtpMailer(config.secrets.smtpUrl)
  if (usesDevelopmentMailbox(config)) return createDevelopmentMailbox(db, clock)
  log.warn(
    'SMTP_URL is not set: mail stays queued and nobody can confirm an account. See docs/operations.md.',
  )
  return null
}
