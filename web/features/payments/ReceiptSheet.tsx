import type { Receipt } from '../../../shared/contract/payments/receipts.ts'
import { formatAmount } from '../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../shared/domain/time/timeFormat.ts'
import { PrintedLogo } from '../../components/PrintedLogo.tsx'
import { Heading, Panel, Row, Text } from '../../ui/layout.tsx'
import { cardText, methodLabel } from './paymentMethods.ts'
import classes from './ReceiptSheet.module.css'

/** A receipt, on the screen and on A4 or Letter. */
export function ReceiptSheet({ receipt, zone }: { receipt: Receipt; zone: string }) {
  const { facility, lines, paid_at, refunded_amount } = receipt
  return (
    <Panel
      as="article"
      small
      gap="lg"
      className={classes.sheet}
      aria-label={`Receipt ${receipt.receipt_number}`}
    >
      <Row gap="md" align="stretch" apart className={classes.head}>
        <div>
          <PrintedLogo />
          <p className={classes.facility}>{facility.name}</p>
          <Text tone="dim" size="sm" breaks>
            {facility.address}
            <br />
            {facility.phone} · {facility.email}
          </Text>
        </div>
        <Text as="div" numbers>
          <Heading as="p" size="lg">
            Receipt
          </Heading>
          <p>{receipt.receipt_number}</p>
          <p>
            {formatDay(facilityDay(paid_at, zone), 'dated')}, {formatTime(paid_at, zone)}
          </p>
        </Text>
      </Row>
      {receipt.customer_name && (
        <Text breaks>
          Received from <strong>{receipt.customer_name}</strong>
        </Text>
      )}
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ payment_id, description, participant_name, amount, voided }) => (
            <tr key={payment_id} data-voided={voided || undefined}>
              <td>
                {description}
                {participant_name && `, ${participant_name}`}
                {voided && ' (voided)'}
              </td>
              <td>{formatAmount(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Paid</th>
            <td>{formatAmount(receipt.total_amount)}</td>
          </tr>
          {receipt.taxes.map(({ percent, amount }) => (
            <tr key={percent}>
              <th scope="row">Includes sales tax ({percent}%)</th>
              <td>{formatAmount(amount)}</td>
            </tr>
          ))}
          {receipt.tendered !== null && receipt.change !== null && (
            <>
              <tr>
                <th scope="row">Cash Received</th>
                <td>{formatAmount(receipt.tendered)}</td>
              </tr>
              <tr>
                <th scope="row">Change</th>
                <td>{formatAmount(receipt.change)}</td>
              </tr>
            </>
          )}
          {refunded_amount > 0 && (
            <tr>
              <th scope="row">
                Refunded{receipt.refunded_tax > 0 && `, with ${formatAmount(receipt.refunded_tax)} sales tax`}
              </th>
              <td>−{formatAmount(refunded_amount)}</td>
            </tr>
          )}
        </tfoot>
      </table>
      {receipt.corrections.length > 0 && (
        <ul className={classes.corrections} aria-label="Corrections">
          {receipt.corrections.map(({ number, kind, issued_at, amount }) => (
            <li key={number}>
              <span>
                {kind === 'refund' ? 'Refund' : 'Void'} {number} of {receipt.receipt_number},{' '}
                {formatDay(facilityDay(issued_at, zone), 'dated')}
              </span>
              <span>{amount < 0 ? `−${formatAmount(-amount)}` : formatAmount(amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.method}>
        Paid: {cardText(receipt) ?? methodLabel(receipt.payment_method)}
        {receipt.taken_by_name && `. Taken by ${receipt.taken_by_name}`}
      </p>
      {receipt.note && (
        <Text tone="dim" lines>
          {receipt.note}
        </Text>
      )}
    </Panel>
  )
}
