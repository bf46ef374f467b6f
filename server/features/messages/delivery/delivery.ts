import { setTimeout as delay } from 'node:timers/promises'
import { system, transaction } from '../../../db/database.ts'
import { type Mailer, MailRejected } from '../../../integrations/mail/mail.ts'
import { composeMail, kindOf, type OutboxContext, TEST_MARK } from '../compose.ts'
import { type EditedTexts, editedTemplates } from '../queries.ts'
import { type Sender, subjectOf } from '../render.ts'
import { isUnsubscribed } from '../unsubscribing/unsubscribes.ts'
import { tellDeliveryLog } from './deliveryLog.ts'
import { type Attempt, type ClaimedMessage, claimDue, recordAttempt, type SentAs } from './outbox.ts'

export interface BatchResult {
  readonly claimed: number
  readonly sent: number
  /** Messages that will be retried. */
  readonly failed: number
}

const UNSUBSCRIBED = 'The person unsubscribed.'
const BATCH = 10
/** Longer than a batch can take, even if every mail runs into the mailer's timeout. */
const LEASE_MILLISECONDS = 3 * 60_000
const SEND_MILLISECONDS = 40_000

/**
 * Sends up to ten due messages. No lock is held while sending: the rows are claimed before and updated
 * afterwards. If the process dies in between, the message is sent again with the same Message-ID.
 *
 * Fails only when the database fails; a mail server's error is stored with the message.
 */
export async function deliverBatch(context: OutboxContext, mailer: Mailer): Promise<BatchResult> {
  const { db, clock } = context
  const sender: Sender = {
    facility: await context.facility.get(),
    siteUrl: context.publicUrl(),
    from: context.config.mailFrom ?? (await mailer.from?.()) ?? null,
  }
  const now = clock.now()
  const leaseEnd = new Date(now.getTime() + LEASE_MILLISECONDS)
  const messages = await transaction(db, system, (tx) => claimDue(tx, now, leaseEnd, BATCH))
  if (messages.length === 0) return { claimed: 0, sent: 0, failed: 0 }
  const edited = await editedTemplates(db, [...new Set(messages.map(({ template }) => template))])

  const attempts: Attempt[] = []
  const waiting = [...messages]
  const lane = async () => {
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      const claimed = message
      const { attempt, sentAs } = await tryToSend(
        context,
        mailer,
        claimed,
        sender,
        edited.get(claimed.template),
      )
      attempts.push(attempt)
      await transaction(db, system, (tx) => recordAttempt(tx, claimed, attempt, sentAs, clock.now()))
    }
  }
  await Promise.all(Array.from({ length: mailer.concurrency }, lane))
  await tellDeliveryLog(db)
  logFailures(context, attempts)
  const count = (outcome: Attempt['outcome']) =>
    attempts.filter((attempt) => attempt.outcome === outcome).length
  return { claimed: messages.length, sent: count('sent'), failed: count('failed') }
}

async function tryToSend(
  context: OutboxContext,
  mailer: Mailer,
  message: ClaimedMessage,
  sender: Sender,
  edited: EditedTexts | undefined,
): Promise<{ attempt: Attempt; sentAs: SentAs }> {
  const kind = kindOf(message.template)
  let sentAs = sentWith(message, sender, edited)
  try {
    // The person may have unsubscribed while the message was queued.
    if (kind?.marketing && !message.test_texts && (await isUnsubscribed(context.db, message.to_email)))
      return { attempt: { outcome: 'rejected', reason: UNSUBSCRIBED }, sentAs }
    const { mail, fellBack } = composeMail(context, message, sender, edited)
    if (fellBack) sentAs = sentWith(message, sender, undefined)
    await withinTime(mailer.send(mail))
    return { attempt: { outcome: 'sent', eraseData: kind?.secret === true }, sentAs }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { attempt: { outcome: error instanceof MailRejected ? 'rejected' : 'failed', reason }, sentAs }
  }
}

/** What the delivery log keeps; nothing of the subject where it cannot be rendered. */
function sentWith(message: ClaimedMessage, sender: Sender, edited: EditedTexts | undefined): SentAs {
  const { template, data, test_texts: test } = message
  try {
    const kind = kindOf(template)
    // What is erased from the data once it is sent does not stay in the subject.
    const subject = subjectOf(kind, kind?.secret ? {} : (data as object), sender, test ?? edited)
    return {
      subject: test && subject !== null ? `${TEST_MARK}${subject}` : subject,
      textRevision: test ? null : (edited?.revision ?? null),
    }
  } catch {
    return edited ? sentWith(message, sender, undefined) : { subject: null, textRevision: null }
  }
}

async function withinTime(sending: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const late = delay(SEND_MILLISECONDS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`The mail server took longer than ${SEND_MILLISECONDS / 1000} seconds.`)
  })
  await Promise.race([sending, late]).finally(() => timer.abort())
}

/** One line per batch: a mail server that is down must not fill the log. No addresses. */
function logFailures({ log }: OutboxContext, attempts: readonly Attempt[]): void {
  const reasons = attempts.flatMap((attempt) => (attempt.outcome === 'sent' ? [] : [attempt.reason]))
  if (reasons.length > 0) log.warn({ failed: reasons.length, reason: reasons[0] }, 'mail could not be sent')
}
