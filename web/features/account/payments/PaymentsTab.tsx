import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { CustomerPayment } from '../../../../shared/contract/accounts/accountPayments.ts'
import { inOneLine } from '../../../../shared/domain/money/purchaseText.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { dayInText } from '../../../../shared/domain/time/timeFormat.ts'
import { paymentsQuery } from '../../../api/queries/account.ts'
import { ReceiptLink } from '../../../components/ItemCard.tsx'
import { useToday } from '../../../components/participants/ages.ts'
import { Panel, Text } from '../../../ui/layout.tsx'
import listClasses from '../AccountList.module.css'
import { AccountList, ListEmpty } from '../AccountList.tsx'
import { LongList } from '../ItemList.tsx'
import { Amount, Description, Method, Status } from './PaymentParts.tsx'
import classes from './Payments.module.css'
import { descriptionText, receiptUrl } from './paymentHistory.ts'

/** How many payments are shown at first; more on request. */
const RECENT = 25

/** What the customer has paid: a table, or cards where there is no room for one (spec 2 §2). */
export function PaymentsTab() {
  const payments = useQuery(paymentsQuery)
  const wide = useMediaQuery('(width >= 56em)', false, { getInitialValueInEffect: false })
  const Rows = wide ? PaymentTable : PaymentCards
  return (
    <AccountList<CustomerPayment> title="Payments" what="payments" rows={payments}>
      {(rows, { facility }) =>
        rows.length === 0 ? (
          <ListEmpty
            title="No payments yet"
            line="Your payments and receipts appear here."
            to="/book-cage"
            label="Book a Cage"
          />
        ) : (
          <LongList items={rows} first={RECENT}>
            {(shown) => <Rows payments={shown} zone={facility.time_zone} />}
          </LongList>
        )
      }
    </AccountList>
  )
}

interface PaymentRowsProps {
  payments: readonly CustomerPayment[]
  zone: string
}

/** Payments as a table, newest first. */
function PaymentTable({ payments, zone }: PaymentRowsProps) {
  const today = useToday()
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
            <Text as="td" numbers nowrap>
              {dayInText(facilityDay(payment.payment_date, zone), today)}
            </Text>
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
              {receiptUrl(payment) ? (
                <ReceiptLink url={receiptUrl(payment) ?? ''} of={inOneLine(descriptionText(payment))} />
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

/** Payments as cards for a phone, newest first. */
function PaymentCards({ payments, zone }: PaymentRowsProps) {
  const today = useToday()
  return (
    <ul className={listClasses.list}>
      {payments.map((payment) => (
        <Panel as="li" key={payment.id} className={classes.card}>
          <div className={classes.whole}>
            <Description payment={payment} />
          </div>
          <p className={classes.method}>{dayInText(facilityDay(payment.payment_date, zone), today)}</p>
          <div className={classes.number}>
            <Amount payment={payment} />
          </div>
          <div>
            <Method payment={payment} />
          </div>
          <div className={classes.number}>
            <Status payment={payment} />
          </div>
          {receiptUrl(payment) && (
            <div className={classes.whole}>
              <ReceiptLink url={receiptUrl(payment) ?? ''} of={inOneLine(descriptionText(payment))} />
            </div>
          )}
        </Panel>
      ))}
    </ul>
  )
}
