import { z } from 'zod'
import { getAllBookingsForAdmin } from '../bookings/bookingLists.ts'
import { listMemberships } from '../memberships/staffMemberships.ts'
import { getComprehensivePayments } from '../payments/staffPayments.ts'
import { route } from '../route.ts'
import { getAllUsersAdmin } from './people.ts'

/** Lists as files: the whole of what a list finds, in its order, without its pages. */
const withoutPages = { page_size: true, page_number: true, cursor: true } as const

export const csvFile = z.string().meta({
  contentType: 'text/csv',
  description:
    'UTF-8 with a byte order mark, a header line, times of the facility. Text that a spreadsheet would take for a formula begins with an apostrophe.',
})

export const exportBookings = route({
  operationId: 'export-bookings',
  call: 'GET /api/admin/bookings.csv',
  access: 'desk',
  grave: true,
  summary: 'All bookings that the list finds, as a CSV file; identical bookings are one line. Audited',
  query: getAllBookingsForAdmin.query.omit({ ...withoutPages, totals: true }),
  answer: csvFile,
  errors: ['too_many_requests'],
})

export const exportPeople = route({
  operationId: 'export-people',
  call: 'GET /api/admin/users.csv',
  access: 'admin',
  grave: true,
  summary: 'All users that the list finds, as a CSV file. Audited',
  query: getAllUsersAdmin.query.omit({ ...withoutPages, standing: true }),
  answer: csvFile,
  errors: ['too_many_requests'],
})

export const exportPayments = route({
  operationId: 'export-payments',
  call: 'GET /api/admin/payments.csv',
  access: 'desk',
  grave: true,
  summary: 'All payments that the list finds, as a CSV file. Audited',
  query: getComprehensivePayments.query.omit({ ...withoutPages, totals: true }),
  answer: csvFile,
  errors: ['too_many_requests'],
})

export const exportMemberships = route({
  operationId: 'export-memberships',
  call: 'GET /api/admin/memberships.csv',
  access: 'admin',
  grave: true,
  summary: 'All memberships that the list finds, as a CSV file. Audited',
  query: listMemberships.query.omit({ ...withoutPages, user_id: true }),
  answer: csvFile,
  errors: ['too_many_requests'],
})
