import { randomUUID } from 'node:crypto'
import type { BookingSlot } from './bookingSlots.ts'
import { closedLoop, expectOnly } from './closedLoop.ts'

/** `create-booking` of half an hour, as a browser sends it: with a key under which it can be sent again. */
export const bookingRequest = (cookie: string, slot: BookingSlot) => ({
  headers: { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify({ bookingDetails: [slot], totalAmount: 20 }),
})

/** How many bookings a second are taken from as many clients as there are cookies; each is another slot. */
export async function bookedPerSecond(
  url: string,
  {
    cookies,
    slots,
    seconds,
  }: { cookies: readonly string[]; slots: Iterator<BookingSlot, never>; seconds: number },
): Promise<number> {
  let client = 0
  const found = await closedLoop({
    url,
    connections: cookies.length,
    duration: seconds,
    setupClient(connection) {
      const cookie = cookies[client++ % cookies.length] ?? ''
      const setupRequest = (request: object) =>
        Object.assign(request, bookingRequest(cookie, slots.next().value))
      connection.setRequests([{ method: 'POST', path: '/api/bookings', setupRequest }])
    },
  })
  expectOnly(201, found)
  return found.perSecond
}
