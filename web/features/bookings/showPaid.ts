import type { QueryClient } from '@tanstack/react-query'
import type { CustomerBooking } from '../../../shared/contract/bookings/bookings.ts'
import type { PaymentSummary } from '../../../shared/contract/payments/payments.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { epochMs, facilityDay } from '../../../shared/domain/time/time.ts'
import { paymentsQuery } from '../../api/queries/account.ts'
import { customerBookingsQuery } from '../../api/queries/bookings.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { showBooked } from './justBooked.ts'

/** Shows what a payment has booked that led over a bank's page, which left the page of the choice: as the account knows it. */
export async function showPaid(
  queryClient: QueryClient,
  { payment_transaction_id: paid, paymentType, amount }: PaymentSummary,
): Promise<void> {
  if (paymentType !== 'cage_booking') return
  const [payments, bookings, { time_zone: zone }] = await Promise.all([
    queryClient.fetchQuery(paymentsQuery),
    queryClient.fetchQuery({ ...customerBookingsQuery, staleTime: 0 }),
    queryClient.ensureQueryData(facilityQuery),
  ])
  const items = payments.find(({ id }) => id === paid)?.items ?? []
  const booked = bookings.filter(({ id }) => items.some((item) => item.id === id)).toSorted(byStart)
  const [first] = booked
  if (!first) return
  showBooked(queryClient, {
    day: facilityDay(new Date(first.start_time), zone),
    sessions: booked.map((booking) => ({
      cageId: booking.cage_id,
      cageName: booking.cage_name,
      startTime: booking.start_time,
      endTime: booking.end_time,
    })),
    total: centsFromDollars(amount),
    payment: 'card',
    forWhom: first.participant?.name,
    at: Date.now(),
    isToldInAccount: true,
  })
}

const byStart = (one: CustomerBooking, other: CustomerBooking): number =>
  epochMs(one.start_time) - epochMs(other.start_time) || one.cage_name.localeCompare(other.cage_name)
