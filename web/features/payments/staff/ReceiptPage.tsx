import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailPaymentReceipt } from '../../../../shared/contract/payments/receipts.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { staffReceiptQuery } from '../../../api/queries/staffPayments.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { PrintButton } from '../../../ui/staff/PrintButton.tsx'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { toast } from '../../../ui/toast.ts'
import { ReceiptSheet } from '../ReceiptSheet.tsx'

/** A receipt for staff: to print or to mail. */
export function ReceiptPage({ paymentId }: { paymentId: string }) {
  const query = useQuery(staffReceiptQuery(paymentId))
  const zone = useQuery(facilityQuery).data?.time_zone
  const [mailing, setMailing] = useState(false)
  const endMailing = () => setMailing(false)
  return (
    <StaffPage
      title="Receipt"
      refresh={{ onRefresh: () => void query.refetch(), isFetching: query.isFetching }}
      action={
        <>
          <Button variant="default" disabled={!query.data} onClick={() => setMailing(true)}>
            Mail
          </Button>
          <PrintButton disabled={!query.data} />
        </>
      }
    >
      {query.data && zone ? (
        <ReceiptSheet receipt={query.data} zone={zone} />
      ) : query.error ? (
        <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={320} maw="44rem" radius="md" />
      )}
      <Dialog opened={mailing} onClose={endMailing} title="Mail Receipt" startsInField>
        <ServerForm
          label="Mail receipt"
          initialValues={{ email: query.data?.customer_email ?? '' }}
          schema={mailPaymentReceipt.body}
          requestOf={({ email }) => ({ email })}
          send={(json, once) =>
            once('POST /api/admin/payments/:payment_id/receipt/mail', { payment_id: paymentId, ...json })
          }
          submit="Mail Receipt"
          onCancel={endMailing}
          onDone={({ message }) => {
            endMailing()
            toast.success(message)
          }}
        >
          {(form) => <EmailField label="Email" data-autofocus {...form.getInputProps('email')} />}
        </ServerForm>
      </Dialog>
    </StaffPage>
  )
}
