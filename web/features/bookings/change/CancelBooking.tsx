import { Link } from '@tanstack/react-router'
import type { CustomerBooking } from '../../../../shared/contract/bookings.ts'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/timeFormat.ts'
import { api, unwrap } from '../../../api/client.ts'
import { idempotencyHeaders } from '../../../api/idempotencyKey.ts'
import type { ChangeDialogProps } from './ChangeMenu.tsx'
import { ConfirmCancel } from './ConfirmCancel.tsx'
import { useCancel } from './useCancel.ts'

/** Cancels a cage booking, once the customer has seen what comes back. */
export default function CancelBooking(props: ChangeDialogProps & { booking: CustomerBooking }) {
  const { booking, facility, opened } = props
  const zone = facility.time_zone
  const { isPending, problem, leave, cancel } = useCancel(
    props,
    booking.id,
    (id, key) =>
      unwrap(api.me.bookings[':id'].cancel.$post({ param: { id } }, { headers: idempotencyHeaders(key) })),
    ({ message }) => <CanceledNews message={message} />,
  )

  return (
    <ConfirmCancel
      opened={opened}
      onClose={leave}
      noun="booking"
      title={booking.cage_name}
      day={formatDay(facilityDay(booking.start_time, zone), 'long')}
      times={formatTimeRange(booking.start_time, booking.end_time, zone)}
      change={booking.change}
      isPending={isPending}
      problem={problem}
      onConfirm={cancel}
    />
  )
}

function CanceledNews({ message }: { message: string }) {
  return (
    <>
      {message} <Link to="/book-cage">Book another time</Link>
    </>
  )
}
