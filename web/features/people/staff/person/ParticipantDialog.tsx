import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Participant } from '../../../../../shared/contract/accounts/households.ts'
import { nameProblem } from '../../../../../shared/domain/people/personName.ts'
import { refreshPerson } from '../../../../api/queries/person.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { useToday } from '../../../../components/participants/ages.ts'
import { BirthDateField } from '../../../../components/participants/BirthDateField.tsx'
import { birthDateProblem, readTyped, typedDay } from '../../../../components/participants/birthDate.ts'
import { existingOf } from '../../../../components/participants/useNewPerson.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'
import { toast } from '../../../../ui/toast.ts'
import classes from './PersonParts.module.css'

interface ParticipantDialogProps {
  userId: string
  opened: boolean
  /** Nobody: adds someone. */
  participant: Participant | undefined
  onClose: () => void
}

/** Name and birth date of someone in the family, for a parent who calls. The rest is the family's own to say. */
export const ParticipantDialog = (props: ParticipantDialogProps) => (
  <Dialog
    opened={props.opened}
    onClose={props.onClose}
    title={props.participant ? 'Edit Person' : 'Add a Person'}
    startsInField
  >
    <ParticipantForm {...props} />
  </Dialog>
)

interface Details {
  name?: string
  birth_date: string | null
  is_another_person?: boolean
}

function ParticipantForm({ userId, participant, onClose }: ParticipantDialogProps) {
  const today = useToday()
  const form = useForm({
    initialValues: { name: participant?.name ?? '', birth: typedDay(participant?.birth_date ?? null) },
    validate: {
      name: (name) => (name.trim() ? nameProblem(name) : 'Please enter the name.'),
      birth: (birth) => birthDateProblem(birth, today, false),
    },
  })
  const save = useAttempt({
    send: ({ name, birth_date, is_another_person }: Details, once) => {
      const details = { user_id: userId, birth_date }
      return participant
        ? once('PATCH /api/admin/people/:user_id/participants/:participant_id', {
            ...details,
            participant_id: participant.id,
            ...(participant.is_self ? {} : { name }),
          })
        : once('POST /api/admin/people/:user_id/participants', {
            ...details,
            name: name ?? '',
            is_another_person,
          })
    },
    refresh: refreshPerson(userId),
  })
  const existing = existingOf(save.error)
  async function submit(isAnother = false) {
    const { name, birth } = form.getValues()
    const outcome = await save.attempt({
      name: name.trim(),
      birth_date: readTyped(birth),
      is_another_person: isAnother,
    })
    if (!outcome || 'error' in outcome) return
    toast.success(`${outcome.answer.name} is saved.`)
    onClose()
  }
  return (
    <form
      className={classes.stack}
      noValidate
      data-private
      aria-label={participant ? 'Edit person' : 'Add a person'}
      onSubmit={form.onSubmit(() => void submit())}
    >
      {participant?.is_self ? (
        <p className={dialogContent.text}>The name of an account is changed with “Edit Contact”.</p>
      ) : (
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          maxLength={200}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      <BirthDateField
        label="Birth date (optional)"
        value={form.values.birth}
        error={form.errors.birth}
        onChange={(birth) => form.setFieldValue('birth', birth)}
      />
      <AttemptError error={save.error} button="Save" />
      {existing?.can_be_another && (
        <Button variant="subtle" onClick={() => void submit(true)}>
          This is another {existing.name}
        </Button>
      )}
      <div className={dialogContent.buttons}>
        <Button type="submit" color="stitch.6" loading={save.isPending}>
          Save
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
