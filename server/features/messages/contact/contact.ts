import type { ContactMessage, ContactSubject } from '../../../../shared/contract/messages/messages.ts'
import type { Tx } from '../../../db/database.ts'
import { enqueueMessage } from '../commands.ts'

/** What a message is about, as mails say it. */
export const subjectLabels: Readonly<Record<ContactSubject, string>> = {
  'cage-rental': 'Cage rental',
  'private-lessons': 'Private lessons',
  'team-training': 'Team training',
  'facility-tour': 'Facility tour',
  general: 'General question',
}

/** Of a day, to the facility's own address; the staff's list has every message. */
const MAILS_TO_FACILITY = 100

/** Stores a visitor's message and queues its mail to the facility, with the visitor as Reply-To (decision 24). */
export async function keepContactMessage(
  tx: Tx,
  { name, phone, email = null, subject, message }: ContactMessage,
  facilityEmail: string,
): Promise<void> {
  const { id } = await tx
    .insertInto('contact_messages')
    .values({ name, phone, email, subject, message })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueMessage(tx, {
    template: 'contact-message',
    to: { email: facilityEmail },
    strangersMost: MAILS_TO_FACILITY,
    replyTo: email,
    data: { name, phone, email: email ?? '', subject: subjectLabels[subject], message },
    dedupeKey: `contact-message:${id}`,
  })
}
