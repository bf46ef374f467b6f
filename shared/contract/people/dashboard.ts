/** What the back office's first page shows (spec 3 §2, Admin dashboard). `figureHelp` says what each figure is. */

import { z } from 'zod'
import { listedBooking } from '../bookings/bookingLists.ts'
import { day, dollars, id, instant } from '../fields.ts'
import { contactSubject } from '../messages/messages.ts'
import { route } from '../route.ts'

const count = z.number().int()
/** What was given back can exceed what came in. */
const balance = z.number().multipleOf(0.01)

/** One row, with the specification's names. */
export const adminStats = z.object({
  total_revenue: balance,
  this_week_revenue: balance,
  total_bookings: count,
  total_users: count,
  confirmed_bookings: count,
  pending_bookings: count,
  cancelled_bookings: count,
  todays_bookings: count,
  total_coach_bookings: count,
  this_week_coach_revenue: balance,
  total_cages: count,
  recent_signups: count,
})
export type AdminStats = z.infer<typeof adminStats>

export const getDashboardStats = route({
  operationId: 'get_admin_dashboard_stats',
  call: 'GET /api/admin/dashboard',
  access: 'desk',
  summary: "The dashboard's figures, as of now",
  answer: adminStats,
})

const period = z.object({
  start: day.meta({ description: 'Its first day; weeks begin on Monday.' }),
  end: day.meta({ description: 'Its last day, which may be still to come.' }),
  cages: balance,
  lessons: balance,
  classes: balance,
  camps: balance,
  memberships: balance,
  goods: balance,
  revenue: balance.meta({ description: 'All of them.' }),
  cage_hours: z.number().meta({ description: 'Hours for which cages are taken, of all cages together.' }),
  open_hours: z.number().meta({ description: 'Hours that the cages are open, of all cages together.' }),
})
export type FigurePeriod = z.infer<typeof period>

export const getDashboardSeries = route({
  operationId: 'get-dashboard-series',
  call: 'GET /api/admin/dashboard/series',
  access: 'desk',
  summary: 'Revenue and use of the cages of the last 30 days, 26 weeks or 12 months, oldest first',
  query: z.object({ by: z.enum(['day', 'week', 'month']).default('day') }),
  answer: z.array(period),
})

const fillingProgram = z.object({
  kind: z.enum(['camp', 'class']),
  id,
  session_id: id.nullable().meta({ description: "Of a class: its session that is fullest. Null: a camp's." }),
  name: z.string(),
  day: day.meta({ description: 'On which it begins, or the session takes place.' }),
  taken: count,
  max_spots: count,
})
export type FillingProgram = z.infer<typeof fillingProgram>

/** The first of each kind; the counts are of all. */
export const attention = z.object({
  drawer: z
    .object({ open: count, expected: balance })
    .meta({ description: 'How many drawers are open, and what has to be in them together.' }),
  filling: z.array(fillingProgram).meta({
    description:
      'Camps and classes of the next 14 days with at most half of the spots free, the fullest first.',
  }),
  contact: z
    .object({
      count,
      items: z.array(
        z.object({
          ...{ id, name: z.string(), subject: contactSubject, message: z.string(), created_at: instant },
          phone: z.string(),
          email: z.string().nullable().meta({ description: 'Null: the visitor can be called only.' }),
        }),
      ),
    })
    .meta({ description: 'What visitors wrote and nobody has answered, the oldest first.' }),
  unpaid: z.object({
    count,
    total_amount: dollars,
    bookings: z.array(listedBooking),
  }),
  refunds: z.object({
    count,
    total_amount: dollars,
    items: z.array(
      z.object({
        id,
        payment_id: id,
        customer_name: z.string().nullable(),
        description: z.string().nullable(),
        amount: dollars,
        created_at: instant,
      }),
    ),
  }),
  mail: z.object({
    count,
    items: z.array(
      z.object({
        id,
        to_email: z.string(),
        to_user_id: id.nullable(),
        description: z.string().meta({ description: 'What the message is for.' }),
        reason: z.string().nullable(),
        created_at: instant,
      }),
    ),
  }),
  payments: z
    .object({
      count,
      items: z.array(
        z.object({
          id,
          customer_name: z.string().nullable(),
          amount: dollars,
          problem: z.enum(['payment_open', 'refund_failed', 'refund_late']),
          reason: z.string().nullable(),
          since: instant,
        }),
      ),
    })
    .meta({ description: 'Payments and refunds that the provider has not finished.' }),
  disputes: z.object({
    count,
    items: z.array(
      z.object({
        id,
        payment_id: id,
        customer_name: z.string().nullable(),
        amount: dollars,
        reason: z.string(),
        status: z.string(),
        respond_by: instant.nullable(),
      }),
    ),
  }),
})
export type Attention = z.infer<typeof attention>

export const getDashboardAttention = route({
  operationId: 'get-dashboard-attention',
  call: 'GET /api/admin/dashboard/attention',
  access: 'desk',
  summary:
    'What someone has to see to: unpaid today, refunds by hand, failed mail, stuck payments, disputes, new contact messages; the open drawers, and programs that fill up',
  answer: attention,
})

export const checkPayment = route({
  operationId: 'check-payment',
  call: 'POST /api/admin/payments/:payment_id/check',
  access: 'desk',
  summary: 'Ask the provider now how a payment and its refunds stand, and bring them to an end',
  params: z.object({ payment_id: id }),
  answer: z.object({ message: z.string(), settled: z.boolean() }),
  errors: [
    'payment_not_found',
    'payment_provider_unavailable',
    'payment_configuration',
    'payments_unavailable',
  ],
})
