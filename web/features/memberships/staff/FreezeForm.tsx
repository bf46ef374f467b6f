import { NativeSelect } from '@mantine/core'
import { freezeMembership } from '../../../../shared/contract/memberships/staffMemberships.ts'
import { refreshAfterMembershipChange } from '../../../api/queries/staffMemberships.ts'
import { ReasonField } from '../../../components/staff/ReasonField.tsx'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { dayText } from '../../../components/staff/whenText.ts'
import dialogContent from '../../../ui/dialogContent.module.css'
import type { MemberFormProps } from './EndForm.tsx'

/** Freezes a membership for whole months from its next charge. */
export function FreezeForm({ membership, zone, onClose, onDone }: MemberFormProps) {
  const { id, revision, name, freezes } = membership
  if (freezes.length === 0) {
    return (
      <p className={dialogContent.text}>
        This membership cannot be frozen now: its next charge is being made.
      </p>
    )
  }
  return (
    <ServerForm
      label="Freeze membership"
      initialValues={{ months: '1', reason: '' }}
      schema={freezeMembership.body}
      requestOf={({ months, reason }) => ({
        expected_revision: revision,
        months: Number(months),
        ...(reason.trim() && { reason }),
      })}
      send={(json, once) =>
        once('POST /api/admin/memberships/:membership_id/freeze', { membership_id: id, ...json })
      }
      refresh={refreshAfterMembershipChange}
      submit="Freeze"
      onCancel={onClose}
      onDone={onDone}
    >
      {(form) => {
        const chosen = freezes.find(({ months }) => String(months) === form.getValues().months)
        return (
          <>
            <NativeSelect
              size="md"
              label="For how long"
              data={freezes.map(({ months }) => ({
                value: String(months),
                label: months === 1 ? '1 month' : `${months} months`,
              }))}
              {...form.getInputProps('months')}
            />
            {chosen && (
              <p className={dialogContent.text} role="status">
                From {dayText(chosen.from, zone)} to {dayText(chosen.until, zone)} {name} isn’t charged and
                pays regular prices. The founders spot is kept. On {dayText(chosen.until, zone)} the
                membership resumes on its own with the next charge. {name} is told by mail.
              </p>
            )}
            <ReasonField
              label="Reason (optional)"
              description="For your records; the member doesn’t see it."
              minRows={2}
              {...form.getInputProps('reason')}
            />
          </>
        )
      }}
    </ServerForm>
  )
}
