import { Textarea, TextInput } from '@mantine/core'
import { newCoach, type StaffCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import { api, unwrap } from '../../../api/client.ts'
import { refreshStaffCoaches } from '../../../api/queries/staffCoaches.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { toast } from '../../../ui/toast.ts'
import { readNumber } from '../../../ui/typedNumber.ts'

interface AddCoachDialogProps {
  opened: boolean
  onClose: () => void
  /** Next come the hours. */
  onAdded: (coach: StaffCoach) => void
}

/** Enters a coach who has no account. */
export const AddCoachDialog = ({ opened, onClose, onAdded }: AddCoachDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Add Coach" long>
    {opened && (
      <ServerForm
        label="Add coach"
        initialValues={{ name: '', phone_number: '', email: '', hourly_rate: '', specialties: '', bio: '' }}
        schema={newCoach}
        requestOf={({ name, phone_number, email, hourly_rate, specialties, bio }) => ({
          name,
          phone_number: phone_number.trim() || null,
          email: email.trim() || null,
          bio: bio.trim() || null,
          specialties: specialties
            .split(',')
            .map((specialty) => specialty.trim())
            .filter(Boolean),
          hourly_rate: readNumber(hourly_rate),
        })}
        send={(json, once) => unwrap(api.admin.coaches.$post({ json }, once(json)))}
        refresh={refreshStaffCoaches}
        submit="Add and Set Hours"
        onCancel={onClose}
        onDone={({ coach }) => {
          toast.success(`${coach.name} is added.`)
          onAdded(coach)
        }}
      >
        {(form) => (
          <>
            <TextInput
              label="Name"
              required
              withAsterisk={false}
              maxLength={200}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <MoneyField
              label="Hourly Rate"
              description="Half of it for 30 minutes."
              {...form.getInputProps('hourly_rate')}
            />
            <TextInput
              label="Phone"
              type="tel"
              maxLength={40}
              autoComplete="off"
              {...form.getInputProps('phone_number')}
            />
            <TextInput
              label="Email"
              description="Leave it empty if there is none: you see the lessons in the schedule."
              type="email"
              maxLength={254}
              autoComplete="off"
              {...form.getInputProps('email')}
            />
            <TextInput
              label="Specialties"
              description="Separated by commas."
              maxLength={1_500}
              autoComplete="off"
              {...form.getInputProps('specialties')}
            />
            <Textarea
              label="Bio"
              size="md"
              autosize
              minRows={3}
              maxRows={8}
              maxLength={5_000}
              {...form.getInputProps('bio')}
            />
          </>
        )}
      </ServerForm>
    )}
  </Dialog>
)
