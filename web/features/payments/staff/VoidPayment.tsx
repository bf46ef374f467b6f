import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { voidDeskPayment } from '../../../../shared/contract/payments/staffPayments.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { toast } from '../../../ui/toast.ts'

/** Voids a payment at the desk that was noted by mistake: first the button, then why. */
export function VoidPayment({ paymentId }: { paymentId: string }) {
  const [asking, setAsking] = useState(false)
  if (asking) return <VoidForm paymentId={paymentId} onClose={() => setAsking(false)} />
  return (
    <Button variant="default" onClick={() => setAsking(true)}>
      Void Payment…
    </Button>
  )
}

function VoidForm({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const form = useForm({
    values: { reason: '' },
    schema: voidDeskPayment.body,
    send: (why, once) => once('POST /api/admin/payments/:payment_id/void', { payment_id: paymentId, ...why }),
    touches: touches.staff,
    onDone: ({ message }) => {
      onClose()
      toast.success(message)
    },
  })
  return (
    <Form form={form} label="Void this payment?" submit="Void Payment" onCancel={onClose}>
      <Textarea
        label="Why was it a mistake?"
        description="What it paid becomes unpaid again. The payment stays in the list as voided."
        autosize
        minRows={2}
        maxLength={500}
        {...form.field('reason')}
      />
    </Form>
  )
}
