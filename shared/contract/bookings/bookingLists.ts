import { z } from 'zod'
import { refundedAmount } from '../accounts/changes.ts'
import { participant_name } from '../accounts/participation.ts'
import { dayRangeQuery } from '../dayRange.ts'
import { day, dollars, id, instant } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { bookingStatus } from './bookings.ts'
import { attendance } from './staffChanges.ts'

/** Who takes part in a class session; `id` is the registration's. */
const participant = z.object({
  id,
  customer_id: id.nullable(),
  full_name: z.string(),
  customer_name: z
    .string()
    .nullable()
    .meta({ description: 'The customer who booked the seat, where that is not the one who takes part.' }),
  status: z.enum(['registered', 'paid', 'canceled']),
})

/**
 * One row of the staff's lists (spec 3 §3, 'Admin booking row'). Identical bookings (customer, participant, times, type, status)
 * are one row with several `ids`; a class session is one row with its participants.
 */
export const listedBooking = z.object({
  id: id.meta({ description: 'The first of `ids`.' }),
  ids: z.array(id),
  kind: z.enum(['booking', 'guest_booking', 'lesson', 'class']).meta({
    description: 'Which table `ids` are of.',
  }),
  booking_type: z.enum(['Cage Booking', 'Coach Lesson', 'Class Session']),
  customer_id: id.nullable().meta({ description: 'The account; null for guests and where it is deleted.' }),
  customer_name: z.string().nullable().meta({ description: 'Null for class sessions.' }),
  participant_name,
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
  item_name: z.string(),
  status: z.enum([...bookingStatus.options, 'active']).meta({
    description: "A class session is 'active' or 'canceled'; its participants have their own status.",
  }),
  payment_status: z
    .enum(['pending payment', 'paid', 'refunded'])
    .nullable()
    .meta({ description: "A lesson's." }),
  payment_method: z.string().nullable(),
  start_time: instant,
  end_time: instant,
  created_at: instant,
  revision: z.number().int().meta({
    description: 'Counts the changes of `id`; send it as `expected_revision`. 0 for class sessions.',
  }),
  revisions: z.array(z.number().int()).meta({ description: 'The same of each of `ids`.' }),
  attendance: attendance.nullable().meta({
    description: 'Who came to it; of several identical bookings what is noted at all of them.',
  }),
  attendance_at: instant.nullable(),
  freed_from: instant.nullable().meta({
    description: 'Of a no-show whose time was given to others: from when. It takes none after it.',
  }),
  total_cost: dollars.meta({
    description: 'Of all of the row; of a class session without what is canceled.',
  }),
  cage_cost: dollars.nullable().meta({
    description: "Of a lesson: the cage's part of `total_cost`; the rest is the coach's.",
  }),
  admin_notes: z.string().nullable(),
  booking_count: z.number().int(),
  cages: z.array(z.object({ id, name: z.string() })),
  cage_name: z.string().nullable(),
  coach_id: id.nullable(),
  coach_name: z.string().nullable(),
  class_id: id.nullable(),
  participants: z.array(participant),
})
export type ListedBooking = z.infer<typeof listedBooking>

const bookingTotals = z.object({
  count: z.number().int().meta({ description: 'Rows of the list.' }),
  total_cost: dollars.meta({ description: 'Of what is not canceled.' }),
  unpaid_count: z.number().int(),
  unpaid_cost: dollars,
})
export type BookingTotals = z.infer<typeof bookingTotals>

export const getAllBookingsForAdmin = route({
  operationId: 'get_all_bookings_for_admin',
  call: 'GET /api/admin/bookings',
  access: 'desk',
  summary: 'All bookings of every kind: upcoming first, soonest first, then past ones, latest first',
  query: pageQuery.extend({
    status_filter: z
      .enum([...bookingStatus.options, 'cancelled', 'all'])
      .transform((status) =>
        status === 'all' ? undefined : status === 'cancelled' ? ('canceled' as const) : status,
      )
      .optional()
      .meta({ description: 'A class session is found by the status of any of its participants, too.' }),
    ...dayRangeQuery,
    kind: z.enum(['cage', 'lesson', 'class']).optional(),
    cage_id: id.optional().meta({ description: 'Cage time and lessons in this cage.' }),
    coach_id: id.optional(),
    when: z.enum(['upcoming', 'past']).optional(),
    totals: z.literal('true').optional().meta({ description: 'The first page has the sums of all pages.' }),
  }),
  answer: pageOf(listedBooking).extend({
    totals: bookingTotals
      .nullable()
      .optional()
      .meta({ description: 'Where they were asked for; null where too many rows match to add them up.' }),
  }),
  errors: ['cursor_invalid'],
})

export const getBookingAdmin = route({
  operationId: 'get-booking-admin',
  call: 'GET /api/admin/bookings/:id',
  access: 'desk',
  summary: 'The row of the list that has this booking, lesson or session, and each of its bookings',
  params: z.object({ id }),
  answer: z.object({
    booking: listedBooking,
    members: z.array(listedBooking).meta({ description: 'One for each of `ids`, by cage.' }),
    lesson: z
      .object({ coach_notes: z.string().nullable(), customer_notes: z.string().nullable() })
      .nullable()
      .meta({ description: "A lesson's own notes." }),
    payments: z
      .array(
        z.object({
          id,
          amount: dollars,
          refunded_amount: refundedAmount,
          payment_method: z.string().nullable(),
        }),
      )
      .meta({ description: 'What paid for these bookings and was not taken back, by the payment.' }),
    refunds: z.array(z.object({ id, refundable_amount: dollars, refund_by_rule: dollars })).meta({
      description:
        'For each of `members` that is no class session: what can come back of it at most, and what does by the rule if the desk cancels it now.',
    }),
    told: z.array(z.string()).meta({
      description:
        'The names of those who are mailed if the caller changes or cancels it; empty where nobody of the household has an address.',
    }),
  }),
  errors: ['booking_not_found'],
})

/** What a week or a month shows of a booking. */
const scheduleEntry = listedBooking
  .pick({
    id: true,
    kind: true,
    booking_type: true,
    customer_name: true,
    participant_name: true,
    item_name: true,
    status: true,
    freed_from: true,
  })
  .extend({
    start_time: instant,
    end_time: instant,
    participant_count: z.number().int().meta({ description: "A class session's seats that are taken." }),
  })
export type ScheduleEntry = z.infer<typeof scheduleEntry>

/** What takes cages in a week or a month and is no booking. */
const scheduleNote = z.object({
  id: id.meta({ description: "Of the closure, or of the camp's session." }),
  kind: z.enum(['camp', 'closure']),
  title: z.string().meta({ description: "The camp's name, or why it is closed." }),
  start_time: instant,
  end_time: instant,
  cage_count: z.number().int(),
})
export type ScheduleNote = z.infer<typeof scheduleNote>

/** What the schedule's tiles say of a day. */
const daySummary = z.object({
  total: z.number().int().meta({ description: 'Rows that are not canceled.' }),
  paid: z.number().int(),
  pending: z.number().int(),
})

export const getDailySchedule = route({
  operationId: 'get_daily_schedule_for_admin_v2',
  call: 'GET /api/admin/schedule',
  access: 'desk',
  summary: 'All that takes place on a facility day and is not canceled, in order of time; nothing is grouped',
  query: z.object({ schedule_date: day }),
  answer: z.array(listedBooking),
})

/** The statuses by which the schedule is filtered; 'cancelled' and 'canceled' would show nothing. */
const shownStatus = z.enum(['paid', 'pending payment'])

const MOST_DAYS = 42

export const listScheduleDays = route({
  operationId: 'list-schedule-days',
  call: 'GET /api/admin/schedule/days',
  access: 'desk',
  summary:
    'The schedule of several facility days, each with the counts and all or the first of the bookings that match',
  query: z
    .object({
      start_date: day,
      end_date: day,
      per_day: z.coerce.number().int().min(0).max(10).optional().meta({
        description: 'How many bookings of each day are wanted; needed for more than 7 days.',
      }),
      search_query: z.string().trim().max(100).optional().meta({
        description: 'As in the list of bookings; a class session is found by who takes part, too.',
      }),
      status_filter: shownStatus.optional(),
    })
    .refine(({ start_date, end_date, per_day }) => {
      const days = (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000 + 1
      return days >= 1 && days <= (per_day === undefined ? 7 : MOST_DAYS)
    }, `Ask for 1 to 7 days, or for up to ${MOST_DAYS} with per_day.`),
  answer: z.array(
    daySummary.extend({
      date: day,
      bookings: z.array(scheduleEntry),
      notes: z
        .array(scheduleNote)
        .meta({ description: 'Camps and closures of the day, whatever is searched for; they do not count.' }),
    }),
  ),
})
