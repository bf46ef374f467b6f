import { useState } from 'react'
import type { AdminClassRegistration } from '../../../../../shared/contract/programs/classSessions.ts'
import { toast } from '../../../../ui/toast.ts'
import { PaymentDialog } from '../../../payments/staff/PaymentDialog.tsx'
import { RefundDialog } from '../../../payments/staff/RefundDialog.tsx'
import { TakePaymentDialog } from '../../../payments/staff/TakePayment.tsx'
import { EndSeatDialog } from './EndSeatDialog.tsx'

/** What staff begin with a registration. */
export interface SeatTask<Kind = 'pay' | 'payment' | 'cancel' | 'delete'> {
  readonly kind: Kind
  readonly seat: AdminClassRegistration
}

interface SeatTasksProps {
  task: SeatTask | undefined
  hasBegun: boolean
  onClose: () => void
}

/** The dialogs of a registration's menu. */
export function SeatTasks({ task, hasBegun, onClose }: SeatTasksProps) {
  const [refunded, setRefunded] = useState<string>()
  const seat = task?.seat
  return (
    <>
      <TakePaymentDialog
        of={task?.kind === 'pay' ? [{ kind: 'class_registration', id: task.seat.id }] : undefined}
        onClose={onClose}
      />
      <PaymentDialog
        id={task?.kind === 'payment' ? (seat?.payment_id ?? undefined) : undefined}
        onClose={onClose}
        onRefund={(id) => {
          onClose()
          setRefunded(id)
        }}
      />
      <RefundDialog
        paymentId={refunded}
        onClose={() => setRefunded(undefined)}
        onRefunded={(message) => toast.success(message)}
      />
      <EndSeatDialog task={isEnd(task) ? task : undefined} hasBegun={hasBegun} onClose={onClose} />
    </>
  )
}

const isEnd = (task: SeatTask | undefined): task is SeatTask<'cancel' | 'delete'> =>
  task?.kind === 'cancel' || task?.kind === 'delete'
