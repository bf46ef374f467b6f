import type { Selectable } from 'kysely'
import type { Clock } from '../../clock.ts'
import { type Db, system, type Tx, transaction } from '../../db/database.ts'
import type { DevelopmentMailboxTable } from '../../db/tables/messages.ts'
import type { Mail, Mailer } from './mail.ts'

/** A mail that was kept instead of sent. */
export type KeptMail = Selectable<DevelopmentMailboxTable>

/** What a list says of a mail. */
export type KeptMailLine = Omit<KeptMail, 'html' | 'body_text' | 'attachments'>

const MOST_KEPT = 1_000

/** Stands in for a mail server on a laptop: mail stays in the database, where every instance and restart finds it. */
export function createDevelopmentMailbox(db: Db, clock: Clock): Mailer {
  return {
    concurrency: 1,
    send: (mail) => transaction(db, system, (tx) => keepMail(tx, mail, clock.now())),
    close: () => {},
  }
}

/** The newest hundred, without their bodies; only those to one address when that is given. */
export function listMail(db: Db, to: string | null): Promise<KeptMailLine[]> {
  return db
    .selectFrom('development_mailbox')
    .select(['id', 'message_id', 'from_email', 'to_email', 'subject', 'received_at'])
    .$if(to !== null, (query) => query.where('to_email', '=', to))
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
}

export function readMail(db: Db, id: string): Promise<KeptMail | undefined> {
  return db.selectFrom('development_mailbox').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Forgets all but the newest thousand; returns how many went. */
export async function trimMailbox(tx: Tx): Promise<number> {
  const result = await tx
    .deleteFrom('development_mailbox')
    .where('id', 'not in', (eb) =>
      eb.selectFrom('development_mailbox').select('id').orderBy('received_at', 'desc').limit(MOST_KEPT),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

async function keepMail(tx: Tx, mail: Mail, now: Date): Promise<void> {
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
