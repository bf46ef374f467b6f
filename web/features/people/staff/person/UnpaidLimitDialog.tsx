import { Button, Checkbox, TextInput } from '@mantine/core'
import {
  type PersonPage as Person,
  setPersonUnpaidLimit,
} from '../../../../../shared/contract/people/personPage.ts'
import { touches } from '../../../../api/touches.ts'
import { useCall } from '../../../../api/useAttempt.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { Actions, Text } from '../../../../ui/layout.tsx'
import { NumberField } from '../../../../ui/NumberField.tsx'
import { toast } from '../../../../ui/toast.ts'
import { readNumber } from '../../../../ui/typedNumber.ts'

interface UnpaidLimitDialogProps {
  /** Nobody: the dialog is closed. */
  person: Person | undefined
  onClose: () => void
}

/** Lets one person keep more or less unpaid time than the facility's limit, with a reason (decision record 018). */
export const UnpaidLimitDialog = ({ person, onClose }: UnpaidLimitDialogProps) => (
  <FormDialog of={person} onClose={onClose} title="Unpaid Limit" startsInField>
    {(shown, close) => <LimitForm person={shown} onClose={close} />}
  </FormDialog>
)

function LimitForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { own_limit, limit_minutes } = person.unpaid
  const of = { user_id: person.id }
  const finish = (message: string) => {
    toast.success(message)
    onClose()
  }
  const form = useForm({
    values: {
      hours: String(own_limit?.hours ?? (limit_minutes === null ? 4 : limit_minutes / 60)),
      unlimited: own_limit !== null && own_limit.hours === null,
      reason: own_limit?.reason ?? '',
    },
    schema: setPersonUnpaidLimit.body,
    request: ({ hours, unlimited, reason }) => ({ hours: unlimited ? null : readNumber(hours), reason }),
    send: (limit, once) => once('PUT /api/admin/people/:user_id/unpaid-limit', { ...of, ...limit }),
    touches: touches.person(person.id),
    onDone: () => finish('Limit saved.'),
  })
  const clear = useCall('DELETE /api/admin/people/:user_id/unpaid-limit', {
    touches: touches.person(person.id),
  })
  async function forgetOwn() {
    const outcome = await clear.attempt(of)
    if (outcome && 'answer' in outcome) finish('The facility’s limit applies again.')
  }
  return (
    <>
      <Text below="lg">
        Hours of upcoming cages and lessons that {person.full_name} may have booked without having paid.
        Bookings by the desk are not limited.
      </Text>
      <Form form={form} label="Unpaid limit" submit="Save Limit" onCancel={onClose}>
        <NumberField label="Hours" data-autofocus {...form.bind('hours')} disabled={form.values.unlimited} />
        <Checkbox label="No Limit" {...form.tick('unlimited')} />
        <TextInput
          label="Reason"
          description="Kept in the audit log."
          maxLength={200}
          autoComplete="off"
          {...form.field('reason')}
        />
      </Form>
      {own_limit && (
        <Actions>
          <Button variant="subtle" loading={clear.isPending} onClick={() => void forgetOwn()}>
            Use the Facility’s Limit
          </Button>
          <AttemptError error={clear.error} button="Use the Facility’s Limit" />
        </Actions>
      )}
    </>
  )
}
