import { Link } from '@tanstack/react-router'
import type { CustomerBooking } from '../../../../shared/contract/bookings.ts'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/timeFormat.ts'
import { api, unwrap } from '../../../api/client.ts'
import { idempotencyHeaders } from '../../../api/idempotencyKey.ts'
import { toast } from '../../../ui/toast.ts'
import type { ChangeDialogProps } from './ChangeMenu.tsx'
import { ConfirmCancel } from './ConfirmCancel.tsx'
import { useChange } from './useChange.ts'

/** Cancels a cage booking, once the customer has seen what comes back. */
export default function CancelBooking(props: ChangeDialogProps & { booking: CustomerBooking }) {
  const { booking, facility, opened, onClose, onTooLate } = props
  const zone = facility.time_zone
  const { change, isPending, problem, forgetProblem, refresh } = useChange((id: string, key) =>
    unwrap(api.me.bookings[':id'].cancel.$post({ param: { id } }, { headers: idempotencyHeaders(key) })),
  )

  async function cancel() {
    const outcome = await change(booking.id)
    if (!outcome) return
    if ('answer' in outcome) {
      toast.success(<CanceledNews message={outcome.answer.message} />)
      leave()
    } else if (outcome.problem.code === 'change_too_late') {
      forgetProblem()
      onTooLate()
    }
  }

  function leave() {
    if (isPending) return
    forgetProblem()
    onClose()
    void refresh()
  }

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
      onConfirm={() => void cancel()}
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
