import { NativeSelect } from '@mantine/core'
import { freezeMembership } from '../../../../shared/contract/memberships/staffMemberships.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { ReasonField } from '../../../components/staff/ReasonField.tsx'
import { dayText } from '../../../components/staff/whenText.ts'
import { Text } from '../../../ui/layout.tsx'
import type { MemberFormProps } from './EndForm.tsx'

/** Freezes a membership for whole months from its next charge. */
export function FreezeForm({ membership, zone, onClose, onDone }: MemberFormProps) {
  const { id, revision, name, freezes } = membership
  const form = useForm({
    values: { months: '1', reason: '' },
    schema: freezeMembership.body,
    request: ({ months, reason }) => ({
      expected_revision: revision,
      months: Number(months),
      ...(reason.trim() && { reason }),
    }),
    send: (freeze, once) =>
      once('POST /api/admin/memberships/:membership_id/freeze', { membership_id: id, ...freeze }),
    touches: touches.staff,
    onDone,
  })
  if (freezes.length === 0) {
    return <Text below="lg">This membership cannot be frozen now: its next charge is being made.</Text>
  }
  const chosen = freezes.find(({ months }) => String(months) === form.values.months)
  return (
    <Form form={form} label="Freeze membership" submit="Freeze" onCancel={onClose}>
      <NativeSelect
        label="For How Long"
        data={freezes.map(({ months }) => ({
          value: String(months),
          label: months === 1 ? '1 month' : `${months} months`,
        }))}
        {...form.field('months')}
      />
      {chosen && (
        <Text below="lg" role="status">
          From {dayText(chosen.from, zone)} to {dayText(chosen.until, zone)} {name} isn’t charged and pays
          regular prices. The founders spot is kept. On {dayText(chosen.until, zone)} the membership resumes
          on its own with the next charge. {name} is told by email.
        </Text>
      )}
      <ReasonField
        label="Reason (optional)"
        description="For your records; the member doesn’t see it."
        minRows={2}
        {...form.field('reason')}
      />
    </Form>
  )
}
