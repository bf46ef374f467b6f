import { Button, Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { INVITATION_DAYS, type Participant } from '../../../../shared/contract/accounts/households.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import { looksLikeEmail, notAnEmail } from '../../../components/email.ts'
import { focusField } from '../../../components/focusField.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { toast } from '../../../ui/toast.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import classes from './Family.module.css'
import { useInvitation } from './useFamily.ts'

interface InviteDialogProps {
  /** Everybody who can be shared. */
  people: readonly Participant[]
  /** Who is chosen at first; null closes the dialog. */
  chosen: readonly string[] | null
  onClose: () => void
}

/** Invites an adult by e-mail to look after some of the people. */
export const InviteDialog = ({ people, chosen, onClose }: InviteDialogProps) => (
  <Dialog opened={chosen !== null} onClose={onClose} title="Invite an adult" startsInField>
    {chosen && <InviteForm people={people} chosen={chosen} onClose={onClose} />}
  </Dialog>
)

interface InviteFormProps {
  people: readonly Participant[]
  chosen: readonly string[]
  onClose: () => void
}

function InviteForm({ people, chosen, onClose }: InviteFormProps) {
  const invitation = useInvitation()
  const form = useForm({
    initialValues: { email: '', ids: [...chosen] },
    validate: {
      email: (email) => (looksLikeEmail(email) ? null : notAnEmail),
      ids: (ids) => (ids.length > 0 ? null : 'Choose at least one person.'),
    },
  })
  async function invite({ email, ids }: typeof form.values) {
    const outcome = await invitation.attempt({ email: email.trim(), participant_ids: ids })
    if (!outcome || !('answer' in outcome)) return
    toast.success(`The invitation is on its way to ${outcome.answer.email}.`)
    onClose()
  }
  return (
    <form
      className={classes.form}
      noValidate
      data-private
      aria-label="Invite an adult"
      onSubmit={form.onSubmit(
        (values) => void invite(values),
        (problems) => problems.email && focusField(form, 'email'),
      )}
    >
      <p className={classes.line}>
        They get a link that works for {INVITATION_DAYS} days. Anyone who accepts sees everything about the
        people you chose, including emergency details, and can book, move, cancel and pay.
      </p>
      <EmailField label="Their email" autoComplete="off" data-autofocus {...form.getInputProps('email')} />
      <Checkbox.Group label="For whom" error={form.errors.ids} {...idsOf(form)}>
        {people.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} classNames={{ body: classes.check ?? '' }} />
        ))}
      </Checkbox.Group>
      <FormNotice notice={invitation.error ? { kind: 'error', text: invitation.error.message } : undefined} />
      <div className={dialogContent.buttons}>
        <Button type="submit" color="stitch.6" loading={invitation.isPending}>
          Send invitation
        </Button>
        <Button variant="default" disabled={invitation.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const idsOf = (form: { values: { ids: string[] }; setFieldValue: (path: 'ids', ids: string[]) => void }) => ({
  value: form.values.ids,
  onChange: (ids: string[]) => form.setFieldValue('ids', ids),
})
