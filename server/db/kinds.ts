/** What is booked and paid by itself, by the name that it has on the wire. The database has the same list as the view `kinds`. */

import type { PayableKind } from '../../shared/contract/payments/staffPayments.ts'

interface Kind {
  /** Where its rows are. */
  readonly table: 'bookings' | 'coach_bookings' | 'class_registrations' | 'camp_registrations'
  /** The column of `payment_items` that names it. */
  readonly item: 'booking_id' | 'coach_booking_id' | 'class_registration_id' | 'camp_registration_id'
  /** Its status while nothing is paid. */
  readonly unpaid: 'pending payment' | 'registered'
  /** What the audit log calls its table. */
  readonly audited: string
}

const bookings = { table: 'bookings', item: 'booking_id', unpaid: 'pending payment' } as const
const camps = { table: 'camp_registrations', item: 'camp_registration_id', unpaid: 'registered' } as const

export const kinds = {
  booking: { ...bookings, audited: 'bookings' },
  guest_booking: { ...bookings, audited: 'guest_bookings' },
  lesson: {
    table: 'coach_bookings',
    item: 'coach_booking_id',
    unpaid: 'pending payment',
    audited: 'coach_bookings',
  },
  class_registration: {
    table: 'class_registrations',
    item: 'class_registration_id',
    unpaid: 'registered',
    audited: 'class_registrations',
  },
  camp_registration: { ...camps, audited: 'camp_registrations' },
  guest_camp_registration: { ...camps, audited: 'guest_camp_registrations' },
} as const satisfies Record<PayableKind, Kind>

export type BookedTable = Kind['table']
export type ItemColumn = Kind['item']

export const payableKinds = Object.keys(kinds) as PayableKind[]

/** The kind of a row by what the audit log calls its table; undefined for what is not booked. */
export const kindOfAudited = (name: string): PayableKind | undefined =>
  payableKinds.find((kind) => kinds[kind].audited === name)
