import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { CustomerBooking } from '../../../../shared/contract/bookings.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { slotName } from '../../../components/slotName.ts'
import { ChangeMenu } from './ChangeMenu.tsx'

const CancelBooking = lazy(() => import('./CancelBooking.tsx'))
const MoveBooking = lazy(() => import('./MoveBooking.tsx'))

/** Moves or cancels a cage booking of the signed-in customer, from its card. */
export function ChangeBooking({ booking }: { booking: CustomerBooking }) {
  const facility = useQuery(facilityQuery).data
  if (!facility) return null
  return (
    <ChangeMenu
      change={booking.change}
      name={slotName({ cageName: booking.cage_name, start: booking.start_time }, facility)}
      renderMove={(dialog) => <MoveBooking {...dialog} booking={booking} />}
      renderCancel={(dialog) => <CancelBooking {...dialog} booking={booking} />}
    />
  )
}
