import { inOneLine } from '../../../../shared/domain/purchaseText.ts'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay } from '../../../../shared/domain/timeFormat.ts'
import { ReceiptLink } from '../../../components/ItemCard.tsx'
import listClasses from '../ItemList.module.css'
import { Amount, Description, Method, Status } from './PaymentParts.tsx'
import classes from './Payments.module.css'
import type { PaymentRowsProps } from './PaymentTable.tsx'
import { descriptionText } from './paymentTexts.ts'

/** Payments as cards for a phone, newest first. */
export function PaymentCards({ payments, zone }: PaymentRowsProps) {
  return (
    <ul className={listClasses.list}>
      {payments.map((payment) => (
        <li key={payment.id} className={classes.card}>
          <div className={classes.whole}>
            <Description payment={payment} />
          </div>
          <p className={classes.method}>{formatDay(facilityDay(payment.payment_date, zone), 'numeric')}</p>
          <div className={classes.number}>
            <Amount payment={payment} />
          </div>
          <div>
            <Method payment={payment} />
          </div>
          <div className={classes.number}>
            <Status payment={payment} />
          </div>
          {payment.receipt_url && (
            <div className={classes.whole}>
              <ReceiptLink url={payment.receipt_url} of={inOneLine(descriptionText(payment))} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
