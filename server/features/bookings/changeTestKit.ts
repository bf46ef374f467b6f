import { randomUUID } from 'node:crypto'
import type { RefundMethod } from '../../../shared/contract/accounts/changes.ts'
import type { CustomerBooking, ListedOwnBooking } from '../../../shared/contract/bookings/bookings.ts'
import { bodyOf } from '../../test/answers.ts'
import { group } from '../../test/cageTime.ts'
import type { Person } from '../../test/factories.ts'
import type { TestApp } from '../../test/testApp.ts'

/** The answer to a cancellation or move of a cage booking. */
export interface ChangeAnswer {
  message: string
  booking: CustomerBooking
  refund_amount: number
  refund_method: RefundMethod
}

interface Options {
  headers?: Record<string, string>
  from?: TestApp
}

/** How a person books, sees, cancels and moves cage time over HTTP. */
export function cageCustomer(app: TestApp, person: Person) {
  const send = (path: string, json: unknown, { headers, from = app }: Options = {}) =>
    from.request(path, {
      method: 'POST',
      cookie: person.cookie,
      ...(json ? { json } : {}),
      ...(headers ? { headers } : {}),
    })
  return {
    /** Books one session to be paid on arrival; answers with its id. */
    async book(cageId: string, day: string, from: string, to: string, total: number): Promise<string> {
      const response = await send('/api/bookings', {
        bookingDetails: [group(cageId, day, from, to)],
        totalAmount: total,
      })
      const { bookings } = await bodyOf<{ bookings?: { id: string }[] }>(response)
      if (response.status !== 201 || !bookings?.[0]) throw new Error(`create-booking: ${response.status}`)
      return bookings[0].id
    },
    cancel: (id: string, options?: Options) => send(`/api/me/bookings/${id}/cancel`, undefined, options),
    move: (id: string, to: object, options?: Options) => send(`/api/me/bookings/${id}/move`, to, options),
    async seen(id: string): Promise<ListedOwnBooking | undefined> {
      const all = await bodyOf<ListedOwnBooking[]>(app.request('/api/me/bookings', { cookie: person.cookie }))
      return all.find((booking) => booking.id === id)
    },
  }
}

/** Has it paid: by card, as the provider's word would, or over the counter, of which the database keeps a payment. */
export async function payFor(
  app: TestApp,
  person: Person,
  what: { booking_id: string } | { coach_booking_id: string },
  by: 'card' | 'cash',
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const { total_cost } =
      'booking_id' in what
        ? await tx
            .updateTable('bookings')
            .set({ status: 'paid', payment_method: by })
            .where('id', '=', what.booking_id)
            .returning('total_cost')
            .executeTakeFirstOrThrow()
        : await tx
            .updateTable('coach_bookings')
            .set({ status: 'paid', payment_status: 'paid', payment_method: by })
            .where('id', '=', what.coach_booking_id)
            .returning('total_cost')
            .executeTakeFirstOrThrow()
    if (by === 'cash') return
    const payment = await tx
      .insertInto('payment_transactions')
      .values({
        user_id: person.id,
        payment_type: 'booking_id' in what ? 'cage_booking' : 'lesson',
        total_amount: total_cost,
        payment_method: by,
        status: 'completed',
        stripe_payment_intent_id: `pi_${randomUUID()}`,
        stripe_charge_id: `ch_${randomUUID()}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('payment_items')
      .values({ payment_transaction_id: payment.id, amount: total_cost, ...what })
      .execute()
  })
}
