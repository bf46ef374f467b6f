import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mailPaymentReceipt } from '../../../../shared/contract/payments/receipts.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { Loaded } from '../../../ui/staff/Loaded.tsx'
import { PrintButton } from '../../../ui/staff/PrintButton.tsx'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { toast } from '../../../ui/toast.ts'
import { ReceiptSheet } from '../ReceiptSheet.tsx'

/** A receipt for staff: to print or to mail. */
export function ReceiptPage({ paymentId }: { paymentId: string }) {
  const query = useQuery(read('GET /api/admin/payments/:payment_id/receipt', { payment_id: paymentId }))
  const zone = useQuery(facilityQuery).data?.time_zone
  const [mailTo, setMailTo] = useState<string>()
  const isShown = query.data !== undefined && zone !== undefined
  useEffect(() => {
    if (isShown && location.hash === '#print') window.print()
  }, [isShown])
  return (
    <StaffPage
      title="Receipt"
      refresh={{ onRefresh: () => void query.refetch(), isFetching: query.isFetching }}
      action={
        <>
          <Button
            variant="default"
            disabled={!query.data}
            onClick={() => setMailTo(query.data?.customer_email ?? '')}
          >
            Mail
          </Button>
          <PrintButton disabled={!query.data} />
        </>
      }
    >
      <Loaded query={query} height={320}>
        {(receipt) => zone && <ReceiptSheet receipt={receipt} zone={zone} />}
      </Loaded>
      <FormDialog of={mailTo} onClose={() => setMailTo(undefined)} title="Mail Receipt" startsInField>
        {(email, close) => <MailForm paymentId={paymentId} email={email} onClose={close} />}
      </FormDialog>
    </StaffPage>
  )
}

function MailForm({ paymentId, email, onClose }: { paymentId: string; email: string; onClose: () => void }) {
  const form = useForm({
    values: { email },
    schema: mailPaymentReceipt.body,
    send: (to, once) =>
      once('POST /api/admin/payments/:payment_id/receipt/mail', { payment_id: paymentId, ...to }),
    onDone: ({ message }) => {
      onClose()
      toast.success(message)
    },
  })
  return (
    <Form form={form} label="Mail receipt" submit="Mail Receipt" onCancel={onClose}>
      <EmailField label="Email" data-autofocus {...form.field('email')} />
    </Form>
  )
}
