import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedPayment } from '../../../../../shared/contract/payments/staffPayments.ts'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { readPages } from '../../../../api/read.ts'
import { StatusBadge } from '../../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../../components/staff/whenText.ts'
import { Row } from '../../../../ui/layout.tsx'
import { RecordName } from '../../../../ui/staff/DetailParts.tsx'
import { pagedList } from '../../../../ui/staff/listState.ts'
import { Card, PagedRecords } from './PagedRecords.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'

/** What the person has paid, by card and at the desk. */
export function PaymentsTab({ person, zone }: PersonTabProps) {
  const list = pagedList(useInfiniteQuery(readPages('GET /api/admin/payments', { user_id: person.id })))
  return (
    <Card title="Payments">
      <PagedRecords
        label="Payments"
        list={list}
        keyOf={({ id }) => id}
        empty={<p>No payments yet. “Take Payment” above records what is paid at the desk.</p>}
      >
        {(payment) => (
          <>
            <RecordName name={payment.payment_description ?? payment.description ?? 'Payment'}>
              {whenText(payment.payment_date ?? payment.created_at, zone)} · {payment.receipt_number}
            </RecordName>
            <Row as="span" className={classes.end}>
              {amountOf(payment)}
              <StatusBadge status={payment.status} />
              <Link
                to="/admin/payments"
                search={{ open: payment.id }}
                className={classes.open}
                aria-label={`Open payment ${payment.receipt_number}`}
              >
                Open
              </Link>
            </Row>
          </>
        )}
      </PagedRecords>
    </Card>
  )
}

function amountOf({ total_amount, refunded_amount }: ListedPayment): string {
  const paid = formatDollars(centsFromDollars(total_amount))
  return refunded_amount > 0 ? `${paid}, ${formatDollars(centsFromDollars(refunded_amount))} refunded` : paid
}
