import { sql } from 'kysely'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { dayInText } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import type { CalendarEntry } from '../../integrations/calendar/calendarFile.ts'
import type { MessageTexts } from './templates/template.ts'
import { builtInTemplates, type MessageData, type TemplateName } from './templates.ts'
import { isUnsubscribed } from './unsubscribing/unsubscribes.ts'

export interface Message<Name extends TemplateName> {
  readonly template: Name
  readonly to: { readonly email: string; readonly userId?: string | null }
  readonly data: MessageData[Name]
  /**
   * Set where someone who need not be the addressee asked for it, by typing an address: beyond this many of a facility day
   * nothing is queued for the address.
   */
  readonly strangersMost?: number | undefined
  /** Identifies the event, e.g. `booking-confirmed:<id>`: one event never sends two messages (decision 25). */
  readonly dedupeKey: string
  /** Attached as `text/calendar`, with the METHOD of its content (RFC 6047 §2.4); one without entries is not. */
  readonly calendar?: MessageCalendar | undefined
  /** Reply-To; the facility's address if omitted. */
  readonly replyTo?: string | null | undefined
  /** When it may be sent; at once if omitted. */
  readonly notBefore?: Date | undefined
  /** The row's id, where something refers to it. */
  readonly id?: string
  /** The earlier message of a conversation. */
  readonly inReplyTo?: string | null
}

/** A facility day as a mail of this moment names it: 'Tue, Nov 24'; with the year where it is another. */
export const dayInMail = (day: string, { now, facility }: Moment): string =>
  dayInText(day, facilityDay(now, facility.time_zone))

/** When a mail is written, and on whose clock. */
export interface Moment {
  readonly now: Date
  readonly facility: { readonly time_zone: string }
}

/** What one address gets in a facility day of all that strangers can ask for: a few sign-ups, links again and resets. */
export const MAILS_OF_STRANGERS = 10

/** A calendar file: written already, or its entries, of which it is written when the message is sent. */
type MessageCalendar = { readonly filename: string } & (
  | { readonly content: string }
  | { readonly entries: readonly CalendarEntry[] }
)

/** More than anything that is booked at once has; it bounds the row and the mail. */
const MOST_CALENDAR_ENTRIES = 500

/** New messages are due at once, even if the clocks of database and application differ, and are sent before retries. */
const AT_ONCE = new Date(0)

/**
 * Queues a message in the transaction of its event: it is sent if and only if the transaction commits, by the outbox
 * worker, so no request waits for the mail server (decision 23). A known `dedupeKey` queues nothing, nor does
 * marketing to an unsubscribed address (decision 26), nor anything to a facility that has no address yet, nor what strangers
 * ask for too often (decision record 084): no answer may depend on that, because the count would tell whether an address has
 * an account.
 */
export async function enqueueMessage<Name extends TemplateName>(
  tx: Tx,
  message: Message<Name>,
): Promise<void> {
  if (message.to.email === '') return
  const { marketing } = builtInTemplates[message.template]
  if (marketing && (await isUnsubscribed(tx, message.to.email))) return
  const { strangersMost } = message
  if (strangersMost !== undefined && !(await mayStrangersMail(tx, message.to.email, strangersMost))) return
  await tx
    .insertInto('outbox')
    .values({
      ...(strangersMost === undefined ? {} : { from_stranger: true }),
      ...(message.id ? { id: message.id } : {}),
      template: message.template,
      to_email: message.to.email,
      to_user_id: message.to.userId ?? null,
      data: JSON.stringify(message.data),
      dedupe_key: message.dedupeKey,
      next_attempt_at: message.notBefore ?? AT_ONCE,
      reply_to: message.replyTo ?? null,
      calendar: storedCalendar(message.calendar),
      ...(message.inReplyTo ? { in_reply_to: message.inReplyTo } : {}),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/** Whether an address may get another of these mails today. Those who ask at the same moment wait for each other. */
async function mayStrangersMail(tx: Tx, email: string, most: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`strangers mail ${email}`}, 0))`.execute(tx)
  const { mails } = await tx
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<string>().as('mails'))
    .where('to_email', '=', email)
    .where('from_stranger', '=', true)
    .where('created_at', '>=', sql<Date>`nearest_facility_instant(facility_day(now())::timestamp)`)
    .executeTakeFirstOrThrow()
  return Number(mails) < most
}

function storedCalendar(calendar: MessageCalendar | undefined): string | null {
  if (!calendar) return null
  if ('content' in calendar) return JSON.stringify(calendar)
  const entries = calendar.entries.slice(0, MOST_CALENDAR_ENTRIES)
  return entries.length > 0 ? JSON.stringify({ ...calendar, entries }) : null
}

/** Queues a test of texts that have passed the rules: they go out with the template's examples, and are not saved. */
export async function enqueueTest(
  tx: Tx,
  test: { template: TemplateName; texts: MessageTexts; to: { email: string; userId: string } },
): Promise<void> {
  const { template, texts, to } = test
  await tx
    .insertInto('outbox')
    .values({
      template,
      to_email: to.email,
      to_user_id: to.userId,
      data: JSON.stringify(builtInTemplates[template].sample),
      test_texts: JSON.stringify(texts),
      next_attempt_at: AT_ONCE,
    })
    .execute()
}
