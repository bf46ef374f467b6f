import { Checkbox, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { type getRefundPreview, refundPayment } from '../../../../shared/contract/payments/staffPayments.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { Text } from '../../../ui/layout.tsx'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { Loaded } from '../../../ui/staff/Loaded.tsx'
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
  const query = useQuery({
    ...read('GET /api/admin/payments/:payment_id/refund', { payment_id: paymentId ?? '' }),
    staleTime: 0,
    gcTime: 0,
    enabled: paymentId !== undefined,
  })
  return (
    <FormDialog of={paymentId} onClose={onClose} title="Refund" long>
      {(id, close) => (
        <Loaded query={query} height={220}>
          {(preview) =>
            preview.left > 0 ? (
              <RefundForm
                paymentId={id}
                preview={preview}
                onClose={close}
                onDone={(message) => {
                  close()
                  onRefunded?.(message)
                }}
              />
            ) : (
              <Text below="lg">Nothing to refund.</Text>
            )
          }
        </Loaded>
      )}
    </FormDialog>
  )
}

interface RefundFormProps {
  paymentId: string
  preview: z.output<(typeof getRefundPreview)['answer']>
  onClose: () => void
  onDone: (message: string) => void
}

function RefundForm({ paymentId, preview, onClose, onDone }: RefundFormProps) {
  const {
    customer_name,
    customer_email,
    paid,
    left,
    refunded,
    by_rule,
    customer_gets,
    ways,
    may_free,
    limit,
  } = preview
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
      ? [
          {
            value: 'all' as const,
            title: formatAmount(left),
            note: refunded > 0 ? 'All that is left' : 'All of it',
          },
        ]
      : []),
    { value: 'other' as const, title: 'Other', note: `Up to ${formatAmount(most)}` },
  ]
  const amountOf = ({ how, amount }: { how: 'rule' | 'all' | 'other'; amount: string }) =>
    ({ rule: by_rule, all: left, other: readNumber(amount) })[how]
  const form = useForm({
    values: {
      how: (amounts[0]?.value ?? 'other') as 'rule' | 'all' | 'other',
      amount: '',
      reason: '',
      way: ways[0] ?? ('desk' as const),
      place: 'keep' as 'keep' | 'free',
      tell: true,
      given: false,
    },
    // Before the proof of who refunds is asked for.
    schema: refundPayment.body
      .refine(({ amount = 0 }) => amount <= most, {
        path: ['amount'],
        message: `Enter ${formatAmount(most)} or less.`,
      })
      .refine(({ amount = by_rule, reason }) => amount === by_rule || reason !== undefined, {
        path: ['reason'],
        message: 'This differs from the policy. Enter a reason.',
      }),
    request: ({ how, amount, reason, ...chosen }) => ({
      ...chosen,
      ...(how !== 'rule' && { amount: amountOf({ how, amount }) }),
      ...(reason.trim() && { reason }),
    }),
    send: (refund, once) =>
      once('POST /api/admin/payments/:payment_id/refunds', { payment_id: paymentId, ...refund }),
    touches: touches.staff,
    fieldOf: { override_reason_required: 'reason', refund_exceeds_paid: 'amount' },
    onDone: ({ message }) => onDone(message),
  })
  const { how, way, place } = form.values
  const back = amountOf(form.values)
  return (
    <>
      <Text below="lg">
        {customer_name ?? 'The customer'} paid {formatAmount(paid)}
        {refunded > 0 && `; ${formatAmount(refunded)} was refunded, ${formatAmount(left)} is left`}.
        {by_rule !== customer_gets &&
          ` Online the customer would get ${formatAmount(customer_gets)} by the cut-off; the front desk’s rule gives ${formatAmount(by_rule)}.`}
        {limit !== null && limit < left && ` You can refund up to ${formatAmount(limit)}; an admin more.`}
      </Text>
      <Form
        form={form}
        label="Refund"
        submit={back > 0 && back <= most ? `Refund ${formatAmount(back)}` : 'Refund'}
        onCancel={onClose}
      >
        <RadioTiles
          legend="How Much"
          name="refund-amount"
          tiles={amounts}
          value={how}
          onPick={(picked) => form.set({ how: picked })}
        />
        {how === 'other' && <MoneyField label="Amount in Dollars" {...form.bind('amount')} />}
        {ways.length > 1 && (
          <RadioTiles
            legend="Which Way"
            name="refund-way"
            tiles={[
              { value: 'card' as const, title: 'To the Card', note: 'In 5 to 10 days' },
              { value: 'desk' as const, title: 'By Hand', note: 'At the desk' },
            ]}
            value={way}
            onPick={(picked) => form.set({ way: picked })}
          />
        )}
        {may_free && (
          <RadioTiles
            legend="What Was Paid For"
            name="refund-place"
            tiles={[
              { value: 'keep' as const, title: 'Keep It', note: 'It stays booked' },
              { value: 'free' as const, title: 'Cancel It', note: 'Free for others' },
            ]}
            value={place}
            onPick={(picked) => form.set({ place: picked })}
          />
        )}
        <Textarea
          label={how === 'rule' ? 'Reason (optional)' : 'Reason'}
          description="For your records; the customer doesn’t see it."
          autosize
          minRows={2}
          maxLength={500}
          {...form.field('reason')}
        />
        {way === 'desk' && <Checkbox label="I’ve already refunded it" {...form.tick('given')} />}
        {customer_email && <Checkbox label="Tell the customer by email" {...form.tick('tell')} />}
      </Form>
    </>
  )
}
