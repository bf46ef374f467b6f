import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import type { CustomerBooking } from '../../../../shared/contract/bookings.ts'
import { api, unwrap } from '../../../api/client.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { bookedCage } from './booked.ts'
import { ChangeMenu } from './ChangeMenu.tsx'

const MoveBooking = lazy(() => import('./MoveBooking.tsx'))

/** Moves or cancels a cage booking of the signed-in customer, from its card. */
export function ChangeBooking({ booking }: { booking: CustomerBooking }) {
  const facility = useQuery(facilityQuery).data
  if (!facility) return null
  return (
    <ChangeMenu
      facility={facility}
      booked={bookedCage(booking, facility.time_zone)}
      renderMove={(dialog) => <MoveBooking {...dialog} booking={booking} />}
      cancel={(id, once) => unwrap(api.me.bookings[':id'].cancel.$post({ param: { id } }, once({ id })))}
      again={<Link to="/book-cage">Book another time</Link>}
    />
  )
}
