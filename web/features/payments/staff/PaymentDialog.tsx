import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PaymentDetails } from '../../../../shared/contract/payments/staffPayments.ts'
import { capitalized } from '../../../../shared/domain/capitalized.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { PurchaseText } from '../../../components/PurchaseText.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { HistoryLink } from '../../../components/staff/HistoryLink.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import dialogContent from '../../../ui/dialogContent.module.css'
import { Actions } from '../../../ui/layout.tsx'
import { Details, Fact, Facts, RecordList, RecordName } from '../../../ui/staff/DetailParts.tsx'
import { Loaded } from '../../../ui/staff/Loaded.tsx'
import { cardText, methodLabel } from '../paymentMethods.ts'
import { hasReceipt, receiptPath, walkIn } from './paymentStatuses.ts'
import { VoidPayment } from './VoidPayment.tsx'

interface PaymentDialogProps {
  /** None: the dialog is closed. */
  id: string | undefined
  onClose: () => void
  onRefund: (id: string) => void
  title?: string
}

/** Everything about one payment (spec 3 §2, Transaction Details). */
export function PaymentDialog({ id, onClose, onRefund, title = 'Transaction Details' }: PaymentDialogProps) {
  const query = useQuery({
    ...read('GET /api/admin/payments/:payment_id', { payment_id: id ?? '' }),
    staleTime: 0,
    enabled: id !== undefined,
  })
  return (
    <FormDialog of={id} onClose={onClose} title={title} long>
      {() => (
        <>
          {query.isPending && <p role="status">Loading details...</p>}
          <Loaded query={query} height={180}>
            {(payment) => <Payment payment={payment} onRefund={onRefund} />}
          </Loaded>
        </>
      )}
    </FormDialog>
  )
}

interface PaymentProps {
  payment: PaymentDetails
  onRefund: (id: string) => void
}

function Payment({ payment, onRefund }: PaymentProps) {
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const at = (instant: string) => whenText(instant, zone)
  const { customer_id, customer_name, customer_email, receipt_url, taken_by_name } = payment
  return (
    <Details name={formatAmount(payment.total_amount)}>
      <PurchaseText text={payment.payment_description ?? payment.description ?? 'Payment'} />
      <Facts>
        <Fact name="Customer">
          {customer_id ? (
            <Link to="/admin/users/$userId" params={{ userId: customer_id }}>
              {customer_name}
            </Link>
          ) : (
            (customer_name ?? walkIn)
          )}
        </Fact>
        <Fact name="Status">
          <StatusBadge status={payment.status} />
        </Fact>
        {customer_email && (
          <Fact name="Email" wide>
            {customer_email}
          </Fact>
        )}
        <Fact name="Payment Method">{capitalized(methodLabel(payment.payment_method))}</Fact>
        {cardText(payment) && <Fact name="Card">{cardText(payment)}</Fact>}
        <Fact name="Items">{payment.booking_count}</Fact>
        <Fact name="Receipt">{payment.receipt_number}</Fact>
        <Fact name="Created">{at(payment.created_at)}</Fact>
        {payment.completed_at && <Fact name="Completed">{at(payment.completed_at)}</Fact>}
        {taken_by_name && <Fact name="Taken by">{taken_by_name}</Fact>}
        {payment.tax_amount > 0 && <Fact name="Sales tax">{formatAmount(payment.tax_amount)}</Fact>}
        {payment.refunded_amount > 0 && <Fact name="Refunded">{formatAmount(payment.refunded_amount)}</Fact>}
        {payment.voided_at && (
          <Fact name="Voided" wide>
            {[at(payment.voided_at), payment.voided_by_name, payment.void_reason].filter(Boolean).join(' · ')}
          </Fact>
        )}
        {payment.failure_message && (
          <Fact name="Why it failed" wide>
            {payment.failure_message}
          </Fact>
        )}
        {payment.admin_notes && (
          <Fact name="Admin Notes" wide>
            {payment.admin_notes}
          </Fact>
        )}
        {payment.stripe_payment_intent_id && (
          <Fact name="Payment Intent" wide>
            {payment.stripe_payment_intent_id}
          </Fact>
        )}
        {payment.stripe_charge_id && (
          <Fact name="Charge" wide>
            {payment.stripe_charge_id}
          </Fact>
        )}
        {payment.stripe_checkout_session_id && (
          <Fact name="Checkout Session" wide>
            {payment.stripe_checkout_session_id}
          </Fact>
        )}
      </Facts>
      {payment.refunds.length > 0 && (
        <RecordList title="Refunds" items={payment.refunds} empty="" keyOf={({ id }) => id}>
          {(back) => (
            <>
              <RecordName name={formatAmount(back.amount)}>
                {[
                  refundWay(back),
                  at(back.created_at),
                  back.requested_by_name,
                  back.note ?? back.failure_message,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </RecordName>
              <StatusBadge status={back.way === 'desk' ? deskStates[back.status] : back.status} />
            </>
          )}
        </RecordList>
      )}
      <Actions>
        {payment.status === 'completed' && (
          <Button color="stitch.6" onClick={() => onRefund(payment.id)}>
            Refund…
          </Button>
        )}
        {hasReceipt(payment) && (
          <a className={dialogContent.link} href={receiptPath(payment.id)} target="_blank" rel="noreferrer">
            Print or mail the receipt
          </a>
        )}
        {receipt_url && (
          <a className={dialogContent.link} href={receipt_url} target="_blank" rel="noreferrer">
            View the provider's receipt
          </a>
        )}
        {payment.taken_at_desk && payment.status === 'completed' && payment.refunded_amount === 0 && (
          <VoidPayment paymentId={payment.id} />
        )}
        <HistoryLink table="payment_transactions" record={payment.id} of="this payment" />
      </Actions>
    </Details>
  )
}

/** A refund by hand waits for a person, not for the provider. */
const deskStates = { pending: 'to give', succeeded: 'given', failed: 'dropped' } as const

const refundWay = ({ way, given_by_name }: PaymentDetails['refunds'][number]) =>
  way === 'card' ? 'to the card' : given_by_name ? `by hand, ${given_by_name}` : 'by hand'
