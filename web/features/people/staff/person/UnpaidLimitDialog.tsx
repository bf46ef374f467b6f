import { Button, Checkbox, TextInput } from '@mantine/core'
import {
  type PersonPage as Person,
  setPersonUnpaidLimit,
} from '../../../../../shared/contract/people/personPage.ts'
import { refreshPerson } from '../../../../api/queries/person.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ServerForm } from '../../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'
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
  <Dialog opened={person !== undefined} onClose={onClose} title="Unpaid Limit" startsInField>
    {person && <LimitForm person={person} onClose={onClose} />}
  </Dialog>
)

function LimitForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { own_limit, limit_minutes } = person.unpaid
  const param = { user_id: person.id }
  const clear = useAttempt({
    send: (request: { user_id: string }, once) =>
      once('DELETE /api/admin/people/:user_id/unpaid-limit', request),
    refresh: refreshPerson(person.id),
  })
  const finish = (message: string) => {
    toast.success(message)
    onClose()
  }
  return (
    <>
      <p className={dialogContent.text}>
        Hours of upcoming cages and lessons that {person.full_name} may have booked without having paid.
        Bookings by the desk are not limited.
      </p>
      <ServerForm
        label="Unpaid limit"
        initialValues={{
          hours: String(own_limit?.hours ?? (limit_minutes === null ? 4 : limit_minutes / 60)),
          unlimited: own_limit !== null && own_limit.hours === null,
          reason: own_limit?.reason ?? '',
        }}
        schema={setPersonUnpaidLimit.body}
        requestOf={({ hours, unlimited, reason }) => ({
          hours: unlimited ? null : readNumber(hours),
          reason,
        })}
        send={(json, once) => once('PUT /api/admin/people/:user_id/unpaid-limit', { ...param, ...json })}
        refresh={refreshPerson(person.id)}
        submit="Save Limit"
        onCancel={onClose}
        onDone={() => finish('Limit saved.')}
      >
        {(form) => (
          <>
            <NumberField
              label="Hours"
              data-autofocus
              {...form.getInputProps('hours')}
              disabled={form.values.unlimited}
            />
            <Checkbox label="No limit" {...form.getInputProps('unlimited', { type: 'checkbox' })} />
            <TextInput
              label="Reason"
              description="Kept in the audit log."
              maxLength={200}
              autoComplete="off"
              {...form.getInputProps('reason')}
            />
          </>
        )}
      </ServerForm>
      {own_limit && (
        <div className={dialogContent.buttons}>
          <Button
            variant="subtle"
            loading={clear.isPending}
            onClick={() =>
              void clear
                .attempt(param)
                .then(
                  (outcome) =>
                    outcome && 'answer' in outcome && finish('The facility’s limit applies again.'),
                )
            }
          >
            Use the Facility’s Limit
          </Button>
          <AttemptError error={clear.error} button="Use the Facility’s Limit" />
        </div>
      )}
    </>
  )
}
