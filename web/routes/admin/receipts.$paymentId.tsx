import { createFileRoute } from '@tanstack/react-router'
import { ReceiptPage } from '../../features/payments/staff/ReceiptPage.tsx'

/** A receipt to print. */
export const Route = createFileRoute('/admin/receipts/$paymentId')({
  codeSplitGroupings: [['component']],
  component: Receipt,
})

function Receipt() {
  return <ReceiptPage paymentId={Route.useParams().paymentId} />
}
