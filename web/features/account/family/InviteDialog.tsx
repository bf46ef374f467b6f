import { Checkbox } from '@mantine/core'
import { INVITATION_DAYS, type Participant } from '../../../../shared/contract/accounts/households.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import { looksLikeEmail, notAnEmail } from '../../../components/email.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { ofFamily } from '../../../components/participants/useNewPerson.ts'
import { DialogOf } from '../../../ui/DialogOf.tsx'
import { toast } from '../../../ui/toast.ts'
import { AccountForm } from '../../accounts/AccountForm.tsx'
import classes from './Family.module.css'

interface InviteDialogProps {
  /** Everybody who can be shared. */
  people: readonly Participant[]
  /** Who is chosen at first; undefined closes the dialog. */
  chosen: readonly string[] | undefined
  onClose: () => void
}

/** Invites an adult by e-mail to look after some of the people. */
export const InviteDialog = ({ people, chosen, onClose }: InviteDialogProps) => (
  <DialogOf of={chosen} onClose={onClose} title="Invite an Adult" startsInField>
    {(ids) => <InviteForm people={people} chosen={ids} onClose={onClose} />}
  </DialogOf>
)

interface InviteFormProps {
  people: readonly Participant[]
  chosen: readonly string[]
  onClose: () => void
}

function InviteForm({ people, chosen, onClose }: InviteFormProps) {
  const form = useForm({
    values: { email: '', ids: [...chosen] },
    check: {
      email: (email) => (looksLikeEmail(email) ? null : notAnEmail),
      ids: (ids) => (ids.length > 0 ? null : 'Choose at least one person.'),
    },
    send: ({ email, ids }, once) =>
      once('POST /api/me/household-invitations', { email: email.trim(), participant_ids: ids }),
    ...ofFamily,
    onDone: ({ email }) => {
      toast.success(`The invitation is on its way to ${email}.`)
      onClose()
    },
  })
  return (
    <AccountForm
      form={form}
      data-private
      aria-label="Invite an Adult"
      submit="Send Invitation"
      onCancel={onClose}
      inDialog
    >
      <p className={classes.line}>
        They get a link that works for {INVITATION_DAYS} days. Anyone who accepts sees everything about the
        people you chose, including emergency details, and can book, move, cancel and pay.
      </p>
      <EmailField label="Their Email" autoComplete="off" data-autofocus {...form.field('email')} />
      <Checkbox.Group label="For" {...form.bind('ids')}>
        {people.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} classNames={{ body: classes.check ?? '' }} />
        ))}
      </Checkbox.Group>
    </AccountForm>
  )
}
