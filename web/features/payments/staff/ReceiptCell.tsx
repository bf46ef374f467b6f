import { VisuallyHidden } from '@mantine/core'
import type { ListedPayment } from '../../../../shared/contract/payments/staffPayments.ts'
import { Text } from '../../../ui/layout.tsx'
import classes from './PaymentsPage.module.css'
import { hasReceipt, receiptPath, walkIn } from './paymentStatuses.ts'

/** The provider's receipt where a card paid, else the facility's own; its number is what people read out. */
export function ReceiptCell({ payment }: { payment: ListedPayment }) {
  const { id, receipt_number, receipt_url, customer_name } = payment
  if (!hasReceipt(payment) && !receipt_url) {
    return (
      <Text as="span" tone="dim">
        <span aria-hidden>–</span>
        <VisuallyHidden>No receipt</VisuallyHidden>
      </Text>
    )
  }
  return (
    <a
      className={classes.receipt}
      href={receipt_url ?? receiptPath(id)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Receipt ${receipt_number} of ${customer_name ?? walkIn}`}
    >
      {receipt_number}
    </a>
  )
}
