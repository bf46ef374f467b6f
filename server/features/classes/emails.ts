import { formatDollars } from '../../../shared/domain/money.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { RequestedSession } from './requestedSessions.ts'

/** What was paid at once. */
interface PaidSessions {
  readonly sessions: readonly (RequestedSession & { readonly cents: number })[]
  readonly totalCents: number
  readonly paymentId: string
  readonly siteUrl: string
}

/** Queues the confirmation in the transaction that books: one message per payment (decision 25). */
export const enqueueClassBooked = (
  tx: Tx,
  customer: { userId: string; name: string; email: string },
  { sessions, totalCents, paymentId, siteUrl }: PaidSessions,
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'class-booked',
    to: { email: customer.email, userId: customer.userId },
    data: {
      full_name: customer.name,
      sessions: sessions.map((session) => ({
        class_name: session.class_name,
        day: formatDay(session.class_date, 'long'),
        time: `${formatWallTime(session.start_time)} - ${formatWallTime(session.end_time)}`,
        price: formatDollars(session.cents),
      })),
      total: formatDollars(totalCents),
      payment_line: 'Paid by card.',
      account_url: `${siteUrl}/account?tab=classes`,
    },
    dedupeKey: `class-booked:${paymentId}`,
  })
