import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { voidDeskPayment } from '../../../../shared/contract/payments/staffPayments.ts'
import { refreshAfterPayment } from '../../../api/queries/staffPayments.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { toast } from '../../../ui/toast.ts'

/** Takes back a payment at the desk that was noted by mistake: first the button, then why. */
export function VoidPayment({ paymentId }: { paymentId: string }) {
  const [asking, setAsking] = useState(false)
  if (!asking) {
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        Void Payment…
      </Button>
    )
  }
  return (
    <ServerForm
      label="Void this payment?"
      initialValues={{ reason: '' }}
      schema={voidDeskPayment.body}
      requestOf={({ reason }) => ({ reason })}
      send={(json, once) =>
        once('POST /api/admin/payments/:payment_id/void', { payment_id: paymentId, ...json })
      }
      refresh={refreshAfterPayment}
      submit="Take Back"
      onCancel={() => setAsking(false)}
      onDone={({ message }) => {
        setAsking(false)
        toast.success(message)
      }}
    >
      {(form) => (
        <Textarea
          size="md"
          label="Why was it a mistake?"
          description="What it paid becomes unpaid again. The payment stays in the list as voided."
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      )}
    </ServerForm>
  )
}
