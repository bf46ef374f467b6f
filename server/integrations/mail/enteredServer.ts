import type { MailSettings } from '../../../shared/contract/facility/connections.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { unseal } from '../sealedSecret.ts'
import { mailbox } from './mail.ts'
import type { SmtpServer } from './smtp.ts'

/** Binds the sealed password to what it is for. */
export const MAIL_PASSWORD = 'mail password'

/** The mail server that the owner has entered in the browser (decision record 091). */
export interface EnteredServer {
  readonly settings: MailSettings
  /** Null where it was sealed under another `AUTH_SECRET`; empty where there is none. */
  readonly password: string | null
  /** When the server last took a test. */
  readonly acceptedAt: Date | null
}

export async function readEnteredServer(db: Db, config: Config): Promise<EnteredServer | null> {
  const row = await db
    .selectFrom('connections')
    .select(['settings', 'secret', 'accepted_at'])
    .where('name', '=', 'mail')
    .executeTakeFirst()
  if (!row) return null
  // Only `save-mail-connection` writes it, in this shape.
  return {
    settings: row.settings as MailSettings,
    password: unseal(config, MAIL_PASSWORD, row.secret),
    acceptedAt: row.accepted_at,
  }
}

/** Null where the password cannot be read. */
export function smtpServerOf({ settings, password }: EnteredServer): SmtpServer | null {
  if (password === null) return null
  const { host, port, security, user } = settings
  return { host, port, security, login: user === '' ? null : { user, password } }
}

/** The sender; without a name of its own the facility's. */
export const senderOf = ({ from_name, from_email }: MailSettings, facilityName: string): string =>
  mailbox(from_name || facilityName, from_email)
