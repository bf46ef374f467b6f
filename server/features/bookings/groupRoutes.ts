/** Cage bookings of one row of the staff's lists, which the desk and admins change together: several cages at one time. */

import {
  deleteBookingGroup as deleteBookingGroupRoute,
  updateBookingGroup as updateBookingGroupRoute,
} from '../../../shared/contract/bookings/staffGroups.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, endpoint } from '../../http/endpoint.ts'
import type { Acting } from '../payments/changes/actingTerms.ts'
import { type Changed, changeAnswer, choiceOf, sumOfRefunds } from '../payments/changes/settleChange.ts'
import { type GroupTime, staffGroupChange } from '../payments/desk/groupChange.ts'
import { lockPlaces } from '../places/places.ts'
import { type Booking, slotOf } from './bookingRows.ts'
import { cagesOf, enqueueBookingsCanceled, enqueueBookingsChanged } from './changeEmails.ts'
import { bookingTitle } from './changeRoutes.ts'
import { deleteBooking } from './commands/deleteBooking.ts'
import { updateBooking } from './commands/updateBooking.ts'
import { anyForStaff } from './policy.ts'
import { asStaffBooking } from './staffBooking.ts'

export const bookingGroupEndpoints = [
  endpoint(updateBookingGroupRoute, (call) => update(call)),
  endpoint(deleteBookingGroupRoute, (call) => remove(call)),
]

/** How cage bookings are found, named and locked. */
const cages = {
  find: (tx: Tx, id: string) => anyForStaff(tx, { type: 'any', id }),
  nameOf: (booking: Booking) => booking.cage_name,
  lockTime: (tx: Tx, _: unknown, { freed, taken }: GroupTime, { facility }: Acting['at']) =>
    lockPlaces(tx, { slots: [...freed, ...taken], seats: [] }, facility.time_zone),
} as const

function update(call: Call<typeof updateBookingGroupRoute>) {
  const { body } = call
  const start = body.new_start_time === undefined ? undefined : new Date(body.new_start_time)
  const end = body.new_end_time === undefined ? undefined : new Date(body.new_end_time)
  const asked = {
    ...{ start, end, status: body.new_status, notes: body.new_admin_notes },
    price: choiceOf(body.price),
    refund: choiceOf(body.refund),
    takeDifference: body.take_difference,
  }
  return staffGroupChange(
    call,
    {
      ...cages,
      choices: body,
      group: body.bookings,
      timeOf: (rows) => ({
        freed: rows.map(slotOf),
        taken:
          asked.status === 'canceled'
            ? []
            : rows.map((row) => ({
                ...slotOf(row),
                start: start ?? row.start_time,
                end: end ?? row.end_time,
              })),
      }),
      change: (tx, row, { totalAmount }, acting) =>
        updateBooking(tx, row, { ...asked, shownTotalDollars: totalAmount ?? null }, withoutMail(acting)),
    },
    async (tx, acting, all) => {
      const changed = all.map(({ seen, done }) => ({ ...done, before: seen }))
      await tellChanged(tx, changed, body.new_admin_notes ?? '', acting)
      const bookings = changed.map(({ after }) => after)
      return {
        ...changeAnswer(
          titleOf(bookings, 'Saved', acting),
          sumOfRefunds(changed.map(({ back }) => back)),
          'staff',
        ),
        bookings: bookings.map(asStaffBooking),
      }
    },
  )
}

function remove(call: Call<typeof deleteBookingGroupRoute>) {
  const { body } = call
  return staffGroupChange(
    call,
    {
      ...cages,
      choices: body,
      group: body.bookings,
      timeOf: (rows) => ({ freed: rows.map(slotOf), taken: [] }),
      change: (tx, row, _, acting) => deleteBooking(tx, row, choiceOf(body.refund), withoutMail(acting)),
    },
    async (tx, acting, all) => {
      await tellCanceled(
        tx,
        all.flatMap(({ done }) => done.canceled ?? []),
        '',
        acting,
      )
      const back = sumOfRefunds(all.map(({ done }) => done.back))
      return changeAnswer(
        titleOf(
          all.map(({ seen }) => seen),
          'Deleted',
          acting,
        ),
        back,
        'staff',
      )
    },
  )
}

/** One message tells of all of them. */
const withoutMail = (acting: Acting): Acting => ({
  ...acting,
  terms: { ...acting.terms, tells: acting.terms.tells.filter((side) => side !== 'person') },
})

type ChangedBooking = Changed<Booking> & { readonly before: Booking }

/** As of one booking: a cancellation, or a new time or price; a payment at the desk and notes are not told by mail. */
async function tellChanged(
  tx: Tx,
  changed: readonly ChangedBooking[],
  notes: string,
  acting: Acting,
): Promise<void> {
  const note = changed.some(({ before }) => before.admin_notes !== notes) ? notes : ''
  await tellCanceled(
    tx,
    changed.filter(({ before, after }) => before.status !== 'canceled' && after.status === 'canceled'),
    note,
    acting,
  )
  const [first, ...others] = changed.filter(
    ({ before, after }) => after.status !== 'canceled' && differs(before, after),
  )
  const { terms, at } = acting
  if (first && terms.tells.includes('person'))
    await enqueueBookingsChanged(
      tx,
      [first, ...others],
      { note: terms.line || note, actorId: terms.actorId },
      at,
    )
}

async function tellCanceled(
  tx: Tx,
  [first, ...others]: readonly Changed<Booking>[],
  note: string,
  { terms, at }: Acting,
): Promise<void> {
  if (first && terms.tells.includes('person'))
    await enqueueBookingsCanceled(
      tx,
      [first, ...others],
      { note: terms.line || note, actorId: terms.actorId },
      at,
    )
}

/** Whether its customer comes at another time, pays another price, or comes after all. */
const differs = (before: Booking, after: Booking): boolean =>
  before.status === 'canceled' || before.revision !== after.revision || before.total_cost !== after.total_cost

/** 'Saved for Pat Parent: Cage 1, Cage 2, and Cage 3, Tue, Nov 24, 4:00 PM.' */
function titleOf(bookings: readonly Booking[], done: 'Saved' | 'Deleted', { at }: Acting): string {
  const [first] = bookings
  if (!first) throw new Error('A group has a booking.')
  return `${done} for ${first.person.name}: ${bookingTitle({ ...first, cage_name: cagesOf(bookings) }, at)}.`
}
