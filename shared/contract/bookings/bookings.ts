import { z } from 'zod'
import { change, refundedAmount, refundFields } from '../accounts/changes.ts'
import { participantErrors, participantId, participation } from '../accounts/participation.ts'
import { dollars, id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { timeErrors } from './timeErrors.ts'

/** Booking status (decision 12); 'cancelled' is accepted on input and stored as 'canceled'. */
export const bookingStatus = z.enum(['pending payment', 'paid', 'canceled'])
export type BookingStatus = z.infer<typeof bookingStatus>

/** Consecutive selected slots in one cage form one group (spec 1 §3). */
export const bookingGroup = z.object({
  cageId: id,
  cageName: z.string().max(100).optional(),
  startTime: instant,
  endTime: instant,
  slots: z
    .array(instant)
    .max(48)
    .optional()
    .meta({ description: 'The slot starts; must agree with the range.' }),
})
export type BookingGroup = z.infer<typeof bookingGroup>

export const bookingRequest = z.object({
  bookingDetails: z.array(bookingGroup).max(64),
  participant_id: participantId,
  totalAmount: dollars.meta({
    description: 'What the customer was shown, in dollars; compared, never trusted.',
  }),
})

export type BookingRequest = z.infer<typeof bookingRequest>

export const createdBooking = z.object({
  id,
  cage_id: id,
  cage_name: z.string(),
  start_time: instant,
  end_time: instant,
  status: bookingStatus,
  total_cost: dollars,
})

export const createBooking = route({
  operationId: 'create-booking',
  call: 'POST /api/bookings',
  access: 'signed-in',
  sells: true,
  summary: 'Book cage time, paid on arrival; all groups or none',
  body: bookingRequest,
  status: 201,
  answer: z.object({ message: z.string(), bookings: z.array(createdBooking), total_amount: dollars }),
  errors: [
    'waiver_needed',
    'not_open_yet',
    'booking_login_required',
    'no_slots',
    'cage_not_found',
    ...timeErrors,
    'slots_overlap_in_request',
    'slots_taken',
    'member_reservation_limit',
    'price_changed',
    'unpaid_hours_limit',
    ...participantErrors,
  ],
})

/** `details` of `slots_taken`: the half-hour slots of the request that are no longer free. */
export const takenSlots = z.object({
  slots: z.array(z.object({ cage_id: id, cage_name: z.string(), start_time: instant, end_time: instant })),
})
/** `details` of `price_changed`, in dollars. */
export const freshPrice = z.object({ total_amount: dollars })

export const upcomingBooking = z.object({
  id,
  cage_name: z.string(),
  start_time: instant,
  end_time: instant,
  ...participation,
})

export const listUpcomingBookings = route({
  operationId: 'list-upcoming-bookings',
  call: 'GET /api/me/bookings/upcoming',
  access: 'signed-in',
  summary: "The next three paid sessions of the caller's household, soonest first",
  answer: z.array(upcomingBooking),
})

/** A cage booking as its customer sees it (spec 2 §3). */
export const customerBooking = z.object({
  id,
  cage_id: id,
  cage_name: z.string(),
  status: bookingStatus,
  payment_method: z.string(),
  booking_type: z.enum(['user', 'guest']),
  start_time: instant,
  end_time: instant,
  total_cost: dollars,
  admin_notes: z.string().nullable().meta({ description: 'Notes of the front desk.' }),
  created_at: instant,
  change,
  ...participation,
})
export type CustomerBooking = z.infer<typeof customerBooking>

export const listedOwnBooking = customerBooking.extend({ refunded_amount: refundedAmount })
export type ListedOwnBooking = z.infer<typeof listedOwnBooking>

export const getUserBookingsWithGuest = route({
  operationId: 'get_user_bookings_with_guest',
  call: 'GET /api/me/bookings',
  access: 'signed-in',
  summary: "The cage bookings of the caller's household, newest first",
  answer: z.array(listedOwnBooking),
})

export const cancelBooking = route({
  operationId: 'cancel-booking',
  call: 'POST /api/me/bookings/:id/cancel',
  access: 'signed-in',
  summary: 'Cancel an own cage booking, until its cut-off; frees the cage at once',
  params: z.object({ id }),
  answer: z.object({ message: z.string(), booking: customerBooking, ...refundFields }),
  errors: ['booking_not_found', 'already_canceled', 'already_over', 'already_started', 'change_too_late'],
})

export const moveRequest = z.object({
  start_time: instant,
  cage_id: id.optional().meta({ description: 'Without it the cage stays the same.' }),
  totalAmount: dollars.optional().meta({
    description:
      'What the customer was shown for the new time, in dollars; compared, never trusted. Without it the new time must not cost more than the old one.',
  }),
})

export const moveBooking = route({
  operationId: 'move-booking',
  call: 'POST /api/me/bookings/:id/move',
  access: 'signed-in',
  sells: true,
  summary: 'Move an own cage booking, until its cut-off, to a free time of the same length',
  params: z.object({ id }),
  body: moveRequest,
  answer: z.object({ message: z.string(), booking: customerBooking, ...refundFields }),
  errors: [
    'not_open_yet',
    'booking_not_found',
    'already_canceled',
    'already_over',
    'already_started',
    'change_too_late',
    'changed_meanwhile',
    'move_changes_nothing',
    'move_costs_more',
    'cage_not_found',
    ...timeErrors,
    'slots_taken',
    'price_changed',
  ],
})
