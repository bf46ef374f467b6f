import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../../../api/apiError.ts'
import { read } from '../../../../api/read.ts'
import { toast } from '../../../../ui/toast.ts'
import { PaymentDialog } from '../../../payments/staff/PaymentDialog.tsx'
import { RefundDialog } from '../../../payments/staff/RefundDialog.tsx'

/** Opens the payment of a registration, or says that there is none (spec 3 §8). */
export function useRegistrationPayment() {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<string>()
  const [refunding, setRefunding] = useState<string>()
  async function open(registrationId: string) {
    try {
      const payment = read('GET /api/admin/camp-registrations/:id/payment', { id: registrationId })
      setShown((await queryClient.fetchQuery({ ...payment, staleTime: 0, retry: false })).id)
    } catch (error) {
      const isMissing = isRefusal(error, 'registration_payment_not_found')
      toast.error(isMissing ? error.message : 'Failed to fetch payment transaction details.')
    }
  }
  const dialogs = (
    <>
      <PaymentDialog
        id={shown}
        title="Payment Transaction Details"
        onClose={() => setShown(undefined)}
        onRefund={setRefunding}
      />
      <RefundDialog
        paymentId={refunding}
        onClose={() => setRefunding(undefined)}
        onRefunded={(message) => {
          setShown(undefined)
          toast.success(message)
        }}
      />
    </>
  )
  return { open: (registrationId: string) => void open(registrationId), dialogs }
}
