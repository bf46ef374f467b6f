import type { Selectable } from 'kysely'
import type { Clock } from '../../clock.ts'
import { type Db, system, type Tx, transaction } from '../../db/database.ts'
import type { DevelopmentMailboxTable } from '../../db/tables/messages.ts'
import type { Mail, Mailer } from './mail.ts'

/** A mail that was stored instead of sent. */
export type StoredMail = Selectable<DevelopmentMailboxTable>

/** A mail in a list. */
export type StoredMailLine = Omit<StoredMail, 'html' | 'body_text' | 'attachments'>

const MAX_STORED = 1_000

/** Replaces a mail server in development: mail is stored in the database, for all instances and across restarts. */
export function createDevelopmentMailbox(db: Db, clock: Clock): Mailer {
  return {
    concurrency: 1,
    send: (mail) => transaction(db, system, (tx) => storeMail(tx, mail, clock.now())),
    close: () => {},
  }
}

/** The newest hundred, without their bodies; only those to one address when that is given. */
export function listMail(db: Db, to: string | null): Promise<StoredMailLine[]> {
  return db
    .selectFrom('development_mailbox')
    .select(['id', 'message_id', 'from_email', 'to_email', 'subject', 'received_at'])
    .$if(to !== null, (query) => query.where('to_email', '=', to))
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
}

/** A stored mail; undefined where it does not exist any more. */
export function readMail(db: Db, id: string): Promise<StoredMail | undefined> {
  return db.selectFrom('development_mailbox').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Deletes all but the newest thousand; returns the number of deleted mails. */
export async function trimMailbox(tx: Tx): Promise<number> {
  const result = await tx
    .deleteFrom('development_mailbox')
    .where('id', 'not in', (eb) =>
      eb.selectFrom('development_mailbox').select('id').orderBy('received_at', 'desc').limit(MAX_STORED),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

async function storeMail(tx: Tx, mail: Mail, now: Date): Promise<void> {
  await tx
    .insertInto('development_mailbox')
    .values({
      message_id: mail.messageId,
      from_email: mail.from,
      to_email: mail.to,
      subject: mail.subject,
      html: mail.html,
      body_text: mail.text,
      received_at: now,
      attachments: JSON.stringify(
        (mail.attachments ?? []).map(({ filename, contentType, content }) => ({
          filename,
          content_type: contentType,
          content,
        })),
      ),
    })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}
