import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { dayText } from '../../../components/staff/whenText.ts'
import { Text } from '../../../ui/layout.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import type { MemberFormProps } from './EndForm.tsx'

/** Ends a freeze: one that has begun with its month, or at once with a month that is charged today. */
export function UnfreezeForm({ membership, zone, onClose, onDone }: MemberFormProps) {
  const { id, revision, name, freeze, billed, monthly_price, period_ends_at } = membership
  const price = billed && monthly_price !== null ? formatAmount(monthly_price) : null
  const end = period_ends_at ? dayText(period_ends_at, zone) : ''
  // In the last frozen month the freeze ends by itself.
  const isLast = freeze?.until === period_ends_at
  const tiles = [
    ...(isLast ? [] : [{ value: 'next_charge' as const, title: `On ${end}`, note: 'With the frozen month' }]),
    {
      value: 'now' as const,
      title: 'Now',
      note: price ? `${price} is charged today` : 'A month begins today',
    },
  ]
  const form = useForm({
    values: { when: (tiles[0]?.value ?? 'now') as 'now' | 'next_charge' },
    request: ({ when }) => ({ expected_revision: revision, when }),
    send: (end, once) =>
      once('POST /api/admin/memberships/:membership_id/unfreeze', { membership_id: id, ...end }),
    touches: touches.staff,
    onDone,
  })
  return (
    <Form form={form} label="End freeze" submit="End Freeze" onCancel={onClose}>
      {freeze?.begun ? (
        <>
          <RadioTiles
            legend="When"
            name="membership-unfreeze"
            tiles={tiles}
            value={form.values.when}
            onPick={(when) => form.set({ when })}
          />
          {isLast && <Text below="lg">It ends on its own on {end}.</Text>}
          <Text below="lg">{name} is told by email.</Text>
        </>
      ) : (
        <Text below="lg">
          The freeze has not begun. {name} stays a member as before
          {end && `, and the next charge${price ? ` of ${price}` : ''} comes on ${end}`}. {name} is told by
          mail.
        </Text>
      )}
    </Form>
  )
}
