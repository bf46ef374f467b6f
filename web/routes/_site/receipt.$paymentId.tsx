import { createFileRoute } from '@tanstack/react-router'
import { OwnReceiptPage } from '../../features/payments/OwnReceiptPage.tsx'
import { requireRole } from '../../surfaces/guards.ts'

/** A receipt of the customer's own, to print. */
export const Route = createFileRoute('/_site/receipt/$paymentId')({
  beforeLoad: requireRole('/account'),
  component: Receipt,
  staticData: { title: 'Receipt' },
})

function Receipt() {
  return <OwnReceiptPage paymentId={Route.useParams().paymentId} />
}
