import type { RefundMethod } from '../../../shared/contract/accounts/changes.ts'
import type { StaffBooking } from '../../../shared/contract/bookings/staffBookings.ts'
import type { Undo } from '../../../shared/contract/bookings/staffChanges.ts'
import type { Problem } from '../../../shared/contract/errors.ts'
import { bodyOf } from '../../test/answers.ts'
import { group, scheduleOf, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { cageCustomer } from './changeTestKit.ts'

/** The answer to a change of a cage booking by staff. */
export interface StaffAnswer {
  message: string
  booking: StaffBooking
  refund_amount: number
  refund_method: RefundMethod
  undo: Undo
}

/** How one of the staff changes bookings and lessons over HTTP. */
export function staffOf(app: TestApp, { cookie }: Person) {
  const send = (method: string) => (path: string, json: object, key?: string) =>
    app.request(path, {
      method,
      cookie,
      ...(method === 'DELETE' ? {} : { json }),
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  const patch = send('PATCH')
  return {
    update: (id: string, changes: object, key?: string) => patch(`/api/bookings/${id}`, changes, key),
    updateGuest: (id: string, changes: object, key?: string) =>
      patch(`/api/guest-bookings/${id}`, changes, key),
    setStatus: (id: string, json: object) => send('PUT')(`/api/bookings/${id}/status`, json),
    delete: (path: string, choices: Record<string, string> = {}, key?: string) =>
      send('DELETE')(`${path}?${new URLSearchParams(choices)}`, {}, key),
    updateLesson: (id: string, changes: object, key?: string) => patch(`/api/lessons/${id}`, changes, key),
    updateGroup: (json: object, key?: string) => patch('/api/admin/booking-groups', json, key),
    deleteGroup: (json: object, key?: string) => send('POST')('/api/admin/booking-groups/delete', json, key),
    undo: (change: Undo, key?: string) => send('POST')(`/api/staff-changes/${change?.id}/undo`, {}, key),
    post: send('POST'),
    put: send('PUT'),
  }
}

/** What was queued about a booking or lesson, by template, with whom it goes to and what it says. */
export const messagesAbout = (app: TestApp, id: string) =>
  app.db
    .selectFrom('outbox')
    .select(['template', 'to_email', 'to_user_id', 'data'])
    .where('dedupe_key', 'like', `%:${id}:%`)
    .orderBy('created_at')
    .orderBy('dedupe_key')
    .execute()

/** What the audit log says of the changes of a row, in order. */
export async function auditOf(app: TestApp, id: string) {
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'description'])
    .where('record_id', '=', id)
    .where('table_name', 'in', ['bookings', 'guest_bookings', 'coach_bookings'])
    .orderBy('created_at')
    .execute()
  return rows.filter(({ user_id }) => user_id !== null)
}

/** Refunds of what a payment paid for a booking or lesson. */
export const refundsOf = (app: TestApp, column: 'booking_id' | 'coach_booking_id', id: string) =>
  app.db
    .selectFrom('payment_refunds')
    .innerJoin('payment_items', 'payment_items.id', 'payment_refunds.payment_item_id')
    .select(['payment_refunds.amount', 'reason', 'requested_by'])
    .where(`payment_items.${column}`, '=', id)
    .execute()

/** Status, code and details of a refusal. */
export const problemOf = async (response: Response) => {
  const { code, details } = await bodyOf<Problem>(response)
  return { status: response.status, code, details }
}

/** What a booking's row has now. */
export const rowOf = (app: TestApp, id: string) =>
  app.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Two instances of a facility with three cages, of which the third costs 40 dollars an hour in place of 30, a customer,
 * the desk and an admin. The clock is on Saturday, November 21, 2026.
 */
export async function startStaffedFacility() {
  const clock = standingClock('2026-11-21T18:00:00Z')
  const now = clock.now()
  const app = await startTestApp({ clock })
  const other = await app.another()
  const cages = await addCages(app.db, 3)
  const cage = (number: number): string => cages[number - 1] ?? ''
  await app.db.updateTable('cages').set({ price_60_min: '40.00' }).where('id', '=', cage(3)).execute()
  await app.db.updateTable('facility').set({ booking_window_days: 730 }).execute()
  const customer = await addPerson(app, { name: 'Pat Parent' })
  const desk = await addPerson(app, { role: 'desk', name: 'Dee Desk' })
  const admin = await addPerson(app, { role: 'admin' })
  let weeks = 0
  return {
    ...{ clock, now, app, other, customer, desk, admin, cage },
    /** A Tuesday that no other call gave. */
    freshDay: () => tuesday(weeks++, now),
    /** An hour in Cage 1 for 30 dollars, unless told otherwise. */
    book: (day: string, from = '16:00', to = '17:00', total = 30, number = 1) =>
      cageCustomer(app, customer).book(cage(number), day, from, to, total),
    scheduleOf: (day: string) => scheduleOf(app, day),
    /** Half-hour slots as a 409 names them. */
    slot: (number: number, day: string, from: string, to: string) => {
      const { startTime, endTime } = group('', day, from, to)
      return { cage_id: cage(number), cage_name: `Cage ${number}`, start_time: startTime, end_time: endTime }
    },
  }
}

/** The new times of an update. */
export const newTime = (day: string, from: string, to: string) => {
  const { startTime, endTime } = group('', day, from, to)
  return { new_start_time: startTime, new_end_time: endTime }
}
