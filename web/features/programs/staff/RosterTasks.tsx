import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../../api/apiError.ts'
import { read } from '../../../api/read.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../ui/toast.ts'
import { PaymentDialog } from '../../payments/staff/PaymentDialog.tsx'
import { RefundDialog } from '../../payments/staff/RefundDialog.tsx'
import { TakePaymentDialog } from '../../payments/staff/TakePayment.tsx'
import type { RosterTask } from './RosterRow.tsx'
import { AskDialogs } from './ToAsk.tsx'

interface RosterTasksProps {
  task: RosterTask | undefined
  onClose: () => void
}

/** What opens from a row of a roster: payment, refund, waiver, medical note. */
export function RosterTasks({ task, onClose }: RosterTasksProps) {
  const [refunded, setRefunded] = useState<string>()
  const seat = task?.seat
  const payment = task?.kind === 'payment' ? seat : undefined
  const found = useQuery({
    ...read('GET /api/admin/camp-registrations/:id/payment', { id: payment?.id ?? '' }),
    enabled: payment !== undefined && payment.paymentId === null,
    staleTime: 0,
    retry: false,
  })
  const person = seat?.participantId ? { id: seat.participantId, name: seat.name } : undefined
  const isMissing = found.error !== null && isRefusal(found.error, 'registration_payment_not_found')
  return (
    <>
      <TakePaymentDialog of={task?.kind === 'pay' ? [task.seat.payable] : undefined} onClose={onClose} />
      <PaymentDialog
        id={payment && (payment.paymentId ?? found.data?.id)}
        title="Payment Transaction Details"
        onClose={onClose}
        onRefund={(id) => {
          onClose()
          setRefunded(id)
        }}
      />
      <Dialog
        opened={payment !== undefined && found.isError}
        onClose={onClose}
        title="Payment Transaction Details"
      >
        {found.error && (
          <ErrorAlert
            error={found.error}
            text={isMissing ? found.error.message : 'Failed to fetch payment transaction details.'}
            onRetry={() => void found.refetch()}
          />
        )}
      </Dialog>
      <RefundDialog
        paymentId={refunded}
        onClose={() => setRefunded(undefined)}
        onRefunded={(message) => toast.success(message)}
      />
      <AskDialogs
        ask={task?.kind === 'waiver' || task?.kind === 'care' ? task.kind : undefined}
        person={person}
        onClose={onClose}
      />
    </>
  )
}
