import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { formatPrice } from '../../../shared/domain/money.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'

/** What there is to confirm: a seat, or the payment of a seat that was confirmed before. */
export interface CampConfirmation {
  readonly campId: string
  readonly to: { readonly name: string; readonly email: string; readonly userId: string | null }
  readonly cents: number
  /** 'later': the card pays for a registration that was to be paid on arrival. */
  readonly payment: 'on arrival' | 'card' | 'later'
  /** Names the event: the registration's id, or the payment's. */
  readonly event: string
}

const paymentLines = {
  'on arrival': 'You will pay on arrival.',
  card: 'Your payment has been received. Thank you!',
  later: 'Your payment has been received. Thank you!',
} as const

/** Queues the confirmation in the transaction of its event: one message per event (decision 25). */
export async function enqueueCampRegistered(tx: Tx, confirmation: CampConfirmation): Promise<void> {
  const { campId, to, cents, payment, event } = confirmation
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
    },
    dedupeKey: `camp-registered:${event}`,
  })
}

/** Whoever holds a seat is told of the camp whether or not it is still published. */
const campOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('camps')
    .select(['name', 'start_date', 'end_date', 'bullet_points'])
    .select((camp) =>
      jsonArrayFrom(
        camp
          .selectFrom('camp_timeslots as slot')
          .select(['slot.date', 'slot.start_time', 'slot.end_time'])
          .whereRef('slot.camp_id', '=', 'camps.id')
          .orderBy('slot.date')
          .orderBy('slot.start_time'),
      ).as('slots'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Sessions on the facility's clock; only the days where no sessions are set. */
function sessionsOf(camp: Awaited<ReturnType<typeof campOf>>) {
  if (camp.slots.length > 0) {
    return camp.slots.map(({ date, start_time, end_time }) => ({
      day: formatDay(date, 'long'),
      time: `${formatWallTime(start_time)} - ${formatWallTime(end_time)}`,
    }))
  }
  const days = [...new Set([camp.start_date, camp.end_date])]
  return [{ day: days.map((day) => formatDay(day, 'long')).join(' - '), time: '' }]
}
