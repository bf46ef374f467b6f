import {
  cancelMembership,
  type MembershipDetails,
} from '../../../../shared/contract/memberships/staffMemberships.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { ReasonField } from '../../../components/staff/ReasonField.tsx'
import { dayText } from '../../../components/staff/whenText.ts'
import { Text } from '../../../ui/layout.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'

export interface MemberFormProps {
  membership: MembershipDetails
  zone: string
  onClose: () => void
  onDone: (answer: { message: string; pending: boolean }) => void
}

/** Ends a membership: with its period, or at once, with or without the rest of the month. */
export function EndForm({ membership, zone, onClose, onDone }: MemberFormProps) {
  const { id, revision, name, ending, period_ends_at, refund, owed } = membership
  const end = period_ends_at ? dayText(period_ends_at, zone) : 'the end of the month'
  const mayRefund = refund !== null && !refund.above_limit
  const form = useForm({
    values: {
      when: (ending ? 'now' : 'period_end') as 'now' | 'period_end',
      back: (mayRefund ? 'rest' : 'none') as 'rest' | 'none',
      reason: '',
    },
    schema: cancelMembership.body,
    request: ({ when, back, reason }) => ({
      expected_revision: revision,
      when,
      refund_amount: when === 'now' && back === 'rest' && refund ? refund.amount : 0,
      ...(reason.trim() && { reason }),
    }),
    send: (end, once) =>
      once('POST /api/admin/memberships/:membership_id/cancel', { membership_id: id, ...end }),
    touches: touches.staff,
    fieldOf: { override_reason_required: 'reason' },
    onDone,
  })
  const { when, back } = form.values
  return (
    <Form form={form} label="End membership" submit="End Membership" onCancel={onClose}>
      {!ending && (
        <RadioTiles
          legend="When"
          name="membership-end"
          tiles={[
            { value: 'period_end' as const, title: `On ${end}`, note: 'At the end of the paid period' },
            { value: 'now' as const, title: 'Now', note: 'Ends today' },
          ]}
          value={when}
          onPick={(picked) => form.set({ when: picked })}
        />
      )}
      {when === 'now' && refund && (
        <RadioTiles
          legend="The Rest of the Month"
          name="membership-refund"
          tiles={[
            ...(mayRefund
              ? [
                  {
                    value: 'rest' as const,
                    title: `Refund ${formatAmount(refund.amount)}`,
                    note: `${refund.days_left} of ${refund.days} days, ${refund.way === 'card' ? 'to the card' : 'by hand'}`,
                  },
                ]
              : []),
            { value: 'none' as const, title: 'No refund', note: 'As the agreement says' },
          ]}
          value={back}
          onPick={(picked) => form.set({ back: picked })}
        />
      )}
      {when === 'now' && refund?.above_limit && (
        <Text below="lg">
          The rest of the month is {formatAmount(refund.amount)}: more than you may refund. Please ask an
          admin.
        </Text>
      )}
      <Text below="lg">{consequence({ when, name, end, owed })}</Text>
      <ReasonField
        label="Reason (optional)"
        description="For your records; the member doesn’t see it."
        minRows={2}
        {...form.field('reason')}
      />
    </Form>
  )
}

function consequence({
  when,
  name,
  end,
  owed,
}: {
  when: 'now' | 'period_end'
  name: string
  end: string
  owed: number
}) {
  if (when === 'period_end')
    return `${name} stays a member until ${end}; no further month is charged. It can be undone until then.`
  const waived = owed > 0 ? ` The ${formatAmount(owed)} that is owed is dropped.` : ''
  return `${name} is no longer a member, and the founders spot is free.${waived} This cannot be undone. ${name} is told by email.`
}
