import { unfreezeMembership } from '../../../../shared/contract/memberships/staffMemberships.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { refreshAfterMembershipChange } from '../../../api/queries/staffMemberships.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { dayText } from '../../../components/staff/whenText.ts'
import dialogContent from '../../../ui/dialogContent.module.css'
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
  return (
    <ServerForm
      label="End freeze"
      initialValues={{ when: (tiles[0]?.value ?? 'now') as 'now' | 'next_charge' }}
      schema={unfreezeMembership.body}
      requestOf={({ when }) => ({ expected_revision: revision, when })}
      send={(json, once) =>
        once('POST /api/admin/memberships/:membership_id/unfreeze', { membership_id: id, ...json })
      }
      refresh={refreshAfterMembershipChange}
      submit="End Freeze"
      onCancel={onClose}
      onDone={onDone}
    >
      {(form) =>
        freeze?.begun ? (
          <>
            <RadioTiles
              legend="When"
              name="membership-unfreeze"
              tiles={tiles}
              value={form.getValues().when}
              onPick={(value) => form.setFieldValue('when', value)}
            />
            {isLast && <p className={dialogContent.text}>It ends on its own on {end}.</p>}
            <p className={dialogContent.text}>{name} is told by mail.</p>
          </>
        ) : (
          <p className={dialogContent.text}>
            The freeze has not begun. {name} stays a member as before
            {end && `, and the next charge${price ? ` of ${price}` : ''} comes on ${end}`}. {name} is told by
            mail.
          </p>
        )
      }
    </ServerForm>
  )
}
