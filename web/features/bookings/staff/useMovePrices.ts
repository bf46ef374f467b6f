import { useQuery } from '@tanstack/react-query'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { coachesQuery } from '../../../api/queries/coaches.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { bookingCustomerQuery } from '../../../api/queries/staffBookings.ts'
import type { Prices } from './moveForm.ts'

/** What decides the price of a booking at another time: the cages' rates, the coach's, and the customer's discount. */
export function useMovePrices(
  { kind, coach_id, customer_id }: ListedBooking,
  cages: Prices['cages'],
): Prices {
  const coach = useQuery(coachesQuery).data?.find(({ id }) => id === coach_id)
  const customer = useQuery({
    ...bookingCustomerQuery(customer_id ?? ''),
    enabled: customer_id !== null && kind !== 'lesson',
  }).data
  const discountPercent = customer_id === null ? 0 : customer?.cage_discount_percent
  const facility = useQuery(facilityQuery).data
  return { cages, coach, discountPercent, facility }
}
