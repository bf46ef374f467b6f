import { Button } from '@mantine/core'
import type { Participant } from '../../../../../shared/contract/accounts/households.ts'
import { nameProblem } from '../../../../../shared/domain/people/personName.ts'
import { touches } from '../../../../api/touches.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { useToday } from '../../../../components/participants/ages.ts'
import { BirthDateField } from '../../../../components/participants/BirthDateField.tsx'
import { birthDateProblem, readTyped, typedDay } from '../../../../components/participants/birthDate.ts'
import { existingOf } from '../../../../components/participants/useNewPerson.ts'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { NameField } from '../../../../components/staff/form/fields.tsx'
import { Text } from '../../../../ui/layout.tsx'
import { toast } from '../../../../ui/toast.ts'

interface ParticipantDialogProps {
  userId: string
  /** Null: adds someone; undefined: the dialog is closed. */
  participant: Participant | null | undefined
  onClose: () => void
}

/** Name and birth date of someone in the family, for a parent who calls. The rest is the family's own to say. */
export const ParticipantDialog = ({ userId, participant, onClose }: ParticipantDialogProps) => (
  <FormDialog
    of={participant}
    onClose={onClose}
    title={(of) => (of ? 'Edit Person' : 'Add a Person')}
    startsInField
  >
    {(of, close) => (
      <div data-private>
        <ParticipantForm userId={userId} participant={of} onClose={close} />
      </div>
    )}
  </FormDialog>
)

interface ParticipantFormProps {
  userId: string
  participant: Participant | null
  onClose: () => void
}

function ParticipantForm({ userId, participant, onClose }: ParticipantFormProps) {
  const today = useToday()
  const form = useForm({
    values: {
      name: participant?.name ?? '',
      birth: typedDay(participant?.birth_date ?? null),
      isAnother: false,
    },
    check: ({ name, birth }) => ({
      name: name.trim() ? nameProblem(name) : 'Please enter the name.',
      birth: birthDateProblem(birth, today, false),
    }),
    send: ({ name, birth, isAnother }, once) => {
      const of = { user_id: userId, birth_date: readTyped(birth) }
      return participant
        ? once('PATCH /api/admin/people/:user_id/participants/:participant_id', {
            ...of,
            participant_id: participant.id,
            ...(!participant.is_self && { name: name.trim() }),
          })
        : once('POST /api/admin/people/:user_id/participants', {
            ...of,
            name: name.trim(),
            is_another_person: isAnother,
          })
    },
    touches: touches.person(userId),
    onDone: ({ name }) => {
      toast.success(`${name} is saved.`)
      onClose()
    },
  })
  const existing = existingOf(form.problem)
  return (
    <Form form={form} label={participant ? 'Edit Person' : 'Add a Person'} submit="Save" onCancel={onClose}>
      {participant?.is_self ? (
        <Text below="lg">The name of an account is changed with “Edit Contact”.</Text>
      ) : (
        <NameField label="Name" data-autofocus {...form.field('name')} />
      )}
      <BirthDateField label="Birth Date (optional)" {...form.bind('birth')} />
      {existing?.can_be_another && (
        <Button variant="subtle" onClick={() => form.submitWith({ isAnother: true })}>
          This is another {existing.name}
        </Button>
      )}
    </Form>
  )
}
