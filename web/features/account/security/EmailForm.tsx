import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefusal } from '../../../api/apiError.ts'
import { api, unwrap } from '../../../api/client.ts'
import { emailChangeQuery } from '../../../api/queries/security.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import { looksLikeEmail, notAnEmail } from '../../../components/email.ts'
import { focusField } from '../../../components/focusField.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import { PasswordField } from '../../accounts/PasswordField.tsx'
import classes from './Security.module.css'

/** Asks for another address; the password proves that it is not somebody at a borrowed phone. */
export function EmailForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { new_email: '', current_password: '' },
    validate: {
      new_email: (email) => (looksLikeEmail(email) ? null : notAnEmail),
      current_password: (password) => (password ? null : 'Please enter your current password.'),
    },
  })
  const ask = useMutation({
    mutationFn: (json: typeof form.values) => unwrap(api.me['email-change'].$post({ json })),
    onSuccess: (answer) => {
      queryClient.setQueryData(emailChangeQuery.queryKey, answer)
      onDone()
    },
    onError: (error) => {
      const field = fieldOf(error)
      if (!field) return
      form.setFieldError(field, error.message)
      focusField(form, field)
    },
  })
  const failure = ask.error && !fieldOf(ask.error) ? ask.error.message : undefined
  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Change email"
      onSubmit={form.onSubmit(
        (values) => ask.mutate(values),
        (problems) => focusField(form, problems.new_email ? 'new_email' : 'current_password'),
      )}
    >
      <EmailField
        label="New Email"
        name="new_email"
        autoComplete="email"
        autoFocus
        {...form.getInputProps('new_email')}
      />
      <PasswordField
        label="Current Password"
        name="current_password"
        autoComplete="current-password"
        {...form.getInputProps('current_password')}
      />
      <p className={classes.aside}>
        We mail a link to your present and one to your new address. It changes when both were opened.
      </p>
      <FormNotice notice={failure ? { kind: 'error', text: failure } : undefined} />
      <div className={classes.actions}>
        <Button type="submit" color="stitch.6" loading={ask.isPending}>
          Send the links
        </Button>
        <Button variant="default" onClick={onDone} disabled={ask.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The field that a refusal is about. */
function fieldOf(error: Error): 'new_email' | 'current_password' | null {
  if (isRefusal(error, 'current_password_wrong')) return 'current_password'
  return isRefusal(error, 'email_unchanged') || isRefusal(error, 'invalid_input') ? 'new_email' : null
}
