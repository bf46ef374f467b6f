import { campDates, campStart } from '../../../shared/domain/camps.ts'
import { formatPrice } from '../../../shared/domain/money.ts'
import { campRefundUntil, cancelLine } from '../../../shared/domain/registrationPolicy.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { refundLine } from '../payments/settleChange.ts'
import type { RegistrationCanceled } from './commands/cancelRegistration.ts'
import { timeslotsOfCamp } from './queries.ts'

/** A new seat, or the payment of a seat that was confirmed before. */
export interface CampConfirmation {
  readonly campId: string
  readonly to: { readonly name: string; readonly email: string; readonly userId: string | null }
  readonly cents: number
  /** 'later': the card pays for a registration that was to be paid on arrival. */
  readonly payment: 'on arrival' | 'card' | 'later'
  /** The registration's cut-off: days before the camp until which it can be canceled online. */
  readonly cutoffDays: number
  /** Names the event: the registration's id, or the payment's. */
  readonly event: string
  readonly at: PurchaseContext
}

const paymentLines = {
  'on arrival': 'You will pay on arrival.',
  card: 'Your payment has been received. Thank you!',
  later: 'Your payment has been received. Thank you!',
} as const

/** Queues the confirmation in the transaction of its event: one message per event (decision 25). */
export async function enqueueCampRegistered(tx: Tx, confirmation: CampConfirmation): Promise<void> {
  const { campId, to, cents, payment, event, cutoffDays, at } = confirmation
  const camp = await campOf(tx, campId)
  await enqueueMessage(tx, {
    template: 'camp-registered',
    to: { email: to.email, userId: to.userId },
    data: {
      full_name: to.name,
      camp_name: camp.name,
      headline: payment === 'later' ? 'Your camp is paid' : 'You are registered',
      sessions: sessionsOf(camp),
      key_features: camp.bullet_points,
      price: formatPrice(cents),
      payment_line: cents === 0 ? 'There is nothing to pay.' : paymentLines[payment],
      cancel_line: cancelLineOf(camp, cutoffDays, at),
      account_url: `${at.siteUrl}/account?tab=camps`,
    },
    dedupeKey: `camp-registered:${event}`,
  })
}

/** Empty where the camp begins too soon to be canceled online. */
function cancelLineOf(camp: CampFacts, cutoffDays: number, { facility, now }: PurchaseContext): string {
  const zone = facility.time_zone
  const start = campStart({ ...camp, camp_timeslots: camp.slots }, zone)
  return cancelLine([campRefundUntil(start, cutoffDays, zone)], { now, zone, before: '' }) ?? ''
}

/** Queues the message of a cancellation in its own transaction: one per event (decision 25). */
export const enqueueCampCanceled = (
  tx: Tx,
  customer: { id: string; full_name: string; email: string },
  { registration, revision, refund }: RegistrationCanceled,
  { siteUrl }: PurchaseContext,
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'camp-canceled',
    to: { email: customer.email, userId: customer.id },
    data: {
      full_name: customer.full_name,
      camp_name: registration.camp_name,
      dates: campDates(registration),
      note: '',
      refund_line: refundLine(refund),
      book_url: `${siteUrl}/camps`,
    },
    dedupeKey: `camp-canceled:${registration.id}:${revision}`,
  })

/** People with a seat get the camp's facts even when it is no longer published. */
const campOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('camps')
    .select(['name', 'start_date', 'end_date', 'bullet_points'])
    .select(timeslotsOfCamp.as('slots'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

type CampFacts = Awaited<ReturnType<typeof campOf>>

/** Sessions on the facility's clock; only the days where no sessions are set. */
function sessionsOf(camp: CampFacts) {
  if (camp.slots.length > 0) {
    return camp.slots.map(({ date, start_time, end_time }) => ({
      day: formatDay(date, 'long'),
      time: `${formatWallTime(start_time)} - ${formatWallTime(end_time)}`,
    }))
  }
  const days = [...new Set([camp.start_date, camp.end_date])]
  return [{ day: days.map((day) => formatDay(day, 'long')).join(' - '), time: '' }]
}
