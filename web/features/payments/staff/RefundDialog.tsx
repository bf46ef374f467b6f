import { Checkbox, Skeleton, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { type getRefundPreview, refundPayment } from '../../../../shared/contract/payments/staffPayments.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { refreshAfterPayment, refundPreviewQuery } from '../../../api/queries/staffPayments.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { readNumber } from '../../../ui/typedNumber.ts'

interface RefundDialogProps {
  /** None: the dialog is closed. */
  paymentId: string | undefined
  onClose: () => void
  /** With the sentence to show. */
  onRefunded?: (message: string) => void
}

/** Refunds a payment: how much, which way, and whether the place is kept. */
export function RefundDialog({ paymentId, onClose, onRefunded }: RefundDialogProps) {
  const query = useQuery({ ...refundPreviewQuery(paymentId ?? ''), enabled: paymentId !== undefined })
  return (
    <Dialog opened={paymentId !== undefined} onClose={onClose} title="Refund" long>
      {paymentId && query.data ? (
        <RefundForm
          paymentId={paymentId}
          preview={query.data}
          onClose={onClose}
          onDone={(message) => {
            onClose()
            onRefunded?.(message)
          }}
        />
      ) : query.error ? (
        <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={220} radius="md" />
      )}
    </Dialog>
  )
}

interface RefundFormProps {
  paymentId: string
  preview: z.output<(typeof getRefundPreview)['answer']>
  onClose: () => void
  onDone: (message: string) => void
}

function RefundForm({ paymentId, preview, onClose, onDone }: RefundFormProps) {
  const { left, refunded, by_rule, customer_gets, ways, may_free, limit } = preview
  if (left <= 0) return <p className={dialogContent.text}>Nothing to refund.</p>
  const most = limit === null ? left : Math.min(left, limit)
  const amounts = [
    ...(by_rule > 0 && by_rule <= most
      ? [
          {
            value: 'rule' as const,
            title: formatAmount(by_rule),
            note: by_rule === customer_gets ? 'By the policy' : 'By the front desk’s rule',
          },
        ]
      : []),
    ...(by_rule !== left && left <= most
      ? [{ value: 'all' as const, title: formatAmount(left), note: 'All that is left' }]
      : []),
    { value: 'other' as const, title: 'Other', note: `Up to ${formatAmount(most)}` },
  ]
  return (
    <>
      <p className={dialogContent.text}>
        {formatAmount(left)} is left of what was paid
        {refunded > 0 && `, ${formatAmount(refunded)} was refunded`}.
        {by_rule !== customer_gets &&
          ` Online the customer would get ${formatAmount(customer_gets)} by the cut-off; the front desk’s rule gives ${formatAmount(by_rule)}.`}
        {limit !== null && limit < left && ` You can refund up to ${formatAmount(limit)}; an admin more.`}
      </p>
      <ServerForm
        label="Refund"
        initialValues={{
          how: (amounts[0]?.value ?? 'other') as 'rule' | 'all' | 'other',
          amount: '',
          reason: '',
          way: ways[0] ?? ('desk' as const),
          place: 'keep' as 'keep' | 'free',
          tell: true,
          given: false,
        }}
        // Before the proof of who refunds is asked for.
        schema={refundPayment.body.refine(({ amount = 0 }) => amount <= most, {
          path: ['amount'],
          message: `Enter ${formatAmount(most)} or less.`,
        })}
        requestOf={({ how, amount, reason, ...chosen }) => ({
          ...chosen,
          ...(how === 'all' && { amount: left }),
          ...(how === 'other' && { amount: readNumber(amount) }),
          ...(reason.trim() && { reason }),
        })}
        send={(json, once) =>
          once('POST /api/admin/payments/:payment_id/refunds', { payment_id: paymentId, ...json })
        }
        refresh={refreshAfterPayment}
        fieldOf={(error) =>
          isRefusal(error, 'override_reason_required')
            ? 'reason'
            : isRefusal(error, 'refund_exceeds_paid')
              ? 'amount'
              : undefined
        }
        submit="Refund"
        onCancel={onClose}
        onDone={({ message }) => onDone(message)}
      >
        {(form) => {
          const { how, way, place, given } = form.getValues()
          return (
            <>
              <RadioTiles
                legend="How much"
                name="refund-amount"
                tiles={amounts}
                value={how}
                onPick={(value) => form.setFieldValue('how', value)}
              />
              {how === 'other' && <MoneyField label="Amount in dollars" {...form.getInputProps('amount')} />}
              {ways.length > 1 && (
                <RadioTiles
                  legend="Which way"
                  name="refund-way"
                  tiles={[
                    { value: 'card' as const, title: 'To the card', note: 'In 5 to 10 days' },
                    { value: 'desk' as const, title: 'By hand', note: 'At the desk' },
                  ]}
                  value={way}
                  onPick={(value) => form.setFieldValue('way', value)}
                />
              )}
              {may_free && (
                <RadioTiles
                  legend="The place"
                  name="refund-place"
                  tiles={[
                    { value: 'keep' as const, title: 'Keep it', note: 'It stays booked' },
                    { value: 'free' as const, title: 'Cancel it', note: 'Free for others' },
                  ]}
                  value={place}
                  onPick={(value) => form.setFieldValue('place', value)}
                />
              )}
              <Textarea
                size="md"
                label={how === 'rule' ? 'Reason (optional)' : 'Reason'}
                description="For your records; the customer doesn’t see it."
                autosize
                minRows={2}
                maxLength={500}
                {...form.getInputProps('reason')}
              />
              {way === 'desk' && (
                <Checkbox
                  label="I’ve already refunded it"
                  checked={given}
                  onChange={({ currentTarget }) => form.setFieldValue('given', currentTarget.checked)}
                />
              )}
              <Checkbox
                label="Tell the customer by mail"
                {...form.getInputProps('tell', { type: 'checkbox' })}
              />
            </>
          )
        }}
      </ServerForm>
    </>
  )
}
