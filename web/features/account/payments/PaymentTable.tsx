import { VisuallyHidden } from '@mantine/core'
import type { CustomerPayment } from '../../../../shared/contract/accountPayments.ts'
import { inOneLine } from '../../../../shared/domain/purchaseText.ts'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay } from '../../../../shared/domain/timeFormat.ts'
import { ReceiptLink } from '../../../components/ItemCard.tsx'
import { Amount, Description, Method, Status } from './PaymentParts.tsx'
import classes from './Payments.module.css'
import { descriptionText } from './paymentTexts.ts'

export interface PaymentRowsProps {
  payments: readonly CustomerPayment[]
  zone: string
}

/** Payments as a table, newest first. */
export function PaymentTable({ payments, zone }: PaymentRowsProps) {
  return (
    <table className={classes.table}>
      <VisuallyHidden component="caption">Your payments, newest first</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Description</th>
          <th scope="col" className={classes.number}>
            Amount
          </th>
          <th scope="col">Method</th>
          <th scope="col">Status</th>
          <th scope="col">Receipt</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <td className={classes.date}>{formatDay(facilityDay(payment.payment_date, zone), 'numeric')}</td>
            <td>
              <Description payment={payment} />
            </td>
            <td className={classes.number}>
              <Amount payment={payment} />
            </td>
            <td>
              <Method payment={payment} />
            </td>
            <td>
              <Status payment={payment} />
            </td>
            <td>
              {payment.receipt_url ? (
                <ReceiptLink url={payment.receipt_url} of={inOneLine(descriptionText(payment))} />
              ) : (
                <>
                  <span aria-hidden>–</span>
                  <VisuallyHidden>No receipt</VisuallyHidden>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
