import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UpcomingThing } from '../../../../shared/contract/privacy.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { focusField } from '../../../components/focusField.ts'
import dialogContent from '../../../ui/dialogContent.module.css'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import { PasswordField } from '../../accounts/PasswordField.tsx'
import classes from './Security.module.css'
import { UpcomingThings } from './UpcomingThings.tsx'
import { useDeleteAccount } from './useDeleteAccount.ts'

/** As the contract has it; the contract itself is not shipped to the browser. */
const WORD = 'DELETE'

interface DeleteFormProps {
  canceled: readonly UpcomingThing[]
  zone: string
  onClose: () => void
}

/** What goes with the account, and the two proofs that it is meant. */
export function DeleteForm({ canceled, zone, onClose }: DeleteFormProps) {
  const form = useForm({
    initialValues: { current_password: '', confirmation: '' },
    validate: {
      confirmation: (word) => (word.trim().toUpperCase() === WORD ? null : `Please type ${WORD} to confirm.`),
      current_password: (password) => (password ? null : 'Please enter your current password.'),
    },
  })
  const remove = useDeleteAccount((error) => {
    if (!isRefusal(error, 'current_password_wrong')) return
    form.setFieldError('current_password', error.message)
    focusField(form, 'current_password')
  })
  const failure =
    remove.error && !isRefusal(remove.error, 'current_password_wrong') ? remove.error.message : undefined
  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Delete account"
      onSubmit={form.onSubmit(
        (values) => remove.mutate(values),
        (problems) => focusField(form, problems.confirmation ? 'confirmation' : 'current_password'),
      )}
    >
      <p className={classes.line}>
        This cannot be undone. Your profile, sign-in and calendar address go, and every device is signed out.
      </p>
      {canceled.length > 0 && (
        <>
          <p className={classes.line}>Not paid yet, and canceled together with your account:</p>
          <UpcomingThings things={canceled} zone={zone} />
        </>
      )}
      <TextInput
        label={`Type ${WORD} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        withAsterisk={false}
        data-private
        {...form.getInputProps('confirmation')}
      />
      <PasswordField
        label="Current Password"
        name="current_password"
        autoComplete="current-password"
        {...form.getInputProps('current_password')}
      />
      <FormNotice notice={failure ? { kind: 'error', text: failure } : undefined} />
      <div className={dialogContent.buttons}>
        <Button type="submit" color="stitch.6" loading={remove.isPending}>
          Delete my account
        </Button>
        <Button variant="default" onClick={onClose} disabled={remove.isPending}>
          Keep my account
        </Button>
      </div>
    </form>
  )
}
