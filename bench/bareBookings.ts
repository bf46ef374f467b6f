import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { BookingSlot } from './bookingSlots.ts'
import type { Customer } from './customers.ts'

// The limit for bookings: only the statements that write the rows of one booking, in one transaction, with everything
// that a server would have to look up known beforehand. The database's triggers write ledger, audit log and
// notifications as in the application. Prepared and sent together, so that a booking is one round trip.

const statements = {
  actor: `select set_config('dugout.actor_id', $1, true), set_config('dugout.client_info', $2, true)`,
  key: 'insert into idempotency_keys (user_id, key, route, body_hash, answer) values ($1, $2, $3, $4, $5)',
  booking: `insert into bookings (id, user_id, cage_id, start_time, end_time, total_cost) values ($1, $2, $3, $4, $5, 20)`,
  message: `insert into outbox (template, to_email, to_user_id, data, dedupe_key) values ($1, $2, $3, $4, $5)`,
}

/** Books one slot after the other on several connections for the given time; returns bookings per second. */
export async function bareBookings(
  url: string,
  load: { customers: readonly Customer[]; slots: Iterator<BookingSlot, never>; seconds: number },
): Promise<number> {
  const clients = load.customers.map(
    () => new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig),
  )
  await Promise.all(clients.map((client) => client.connect()))
  let booked = 0
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  await Promise.all(
    clients.map(async (client, index) => {
      const customer = load.customers[index]
      while (customer && seconds() < load.seconds) {
        await book(client, customer, load.slots.next().value)
        booked += 1
      }
    }),
  )
  const perSecond = booked / seconds()
  await Promise.all(clients.map((client) => client.end()))
  return perSecond
}

async function book(client: pg.Client, customer: Customer, slot: BookingSlot): Promise<void> {
  const id = randomUUID()
  const run = (name: keyof typeof statements, values: unknown[]) =>
    client.query({ name, text: statements[name], values })
  await Promise.all([
    client.query('begin'),
    run('actor', [customer.id, '127.0.0.1']),
    run('key', [customer.id, randomUUID(), 'create-booking', bodyHash, JSON.stringify(answerOf(id, slot))]),
    run('booking', [id, customer.id, slot.cageId, slot.startTime, slot.endTime]),
    run('message', [
      'booking-confirmed',
      customer.email,
      customer.id,
      messageData,
      `booking-confirmed:${id}`,
    ]),
    client.query('commit'),
  ])
}

// As long as in the application.
const bodyHash = 'x'.repeat(44)
const messageData = JSON.stringify({
  full_name: 'Pat Example',
  sessions: [
    { cage_name: 'Cage 1', day: 'Tuesday, November 24, 2026', time: '4:00–4:30 PM', price: '$20.00' },
  ],
  total: '$20.00',
  payment_line: 'Please pay on arrival.',
})
const answerOf = (id: string, slot: BookingSlot) => ({
  message: 'Booking confirmed: 1 session. Please pay on arrival.',
  bookings: [
    {
      id,
      cage_id: slot.cageId,
      cage_name: 'Cage 1',
      start_time: slot.startTime,
      end_time: slot.endTime,
      status: 'pending payment',
      total_cost: 20,
    },
  ],
  total_amount: 20,
})
