import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefusal } from '../../../api/apiError.ts'
import { devicesQuery } from '../../../api/queries/security.ts'
import { changePassword } from '../../../api/security.ts'
import { focusField } from '../../../components/focusField.ts'
import { toast } from '../../../ui/toast.ts'
import { isPasswordRefusal, texts } from '../../accounts/accountTexts.ts'

import { FormNotice } from '../../accounts/FormNotice.tsx'
import { ConfirmPasswordField, PasswordField } from '../../accounts/PasswordField.tsx'
import { passwordTooShort } from '../../accounts/signUpRules.ts'
import classes from './Security.module.css'

type Field = 'current' | 'password' | 'confirmation'

/** Sets another password; the other devices are signed out unless they are to stay. */
export function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { current: '', password: '', confirmation: '', signOutOthers: true },
    validate: {
      current: (current) => (current ? null : 'Please enter your current password.'),
      password: passwordTooShort,
      confirmation: (confirmation, { password }) =>
        confirmation === password ? null : texts.passwordsDiffer,
    },
  })
  const change = useMutation({
    mutationFn: ({ current, password, signOutOthers }: typeof form.values) =>
      changePassword({
        currentPassword: current,
        newPassword: password,
        revokeOtherSessions: signOutOthers,
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
      toast.success('Your password is changed.')
      onDone()
    },
    onError: (error) => {
      const field = fieldOf(error)
      if (!field) return
      form.setFieldError(field, error.message)
      focusField(form, field)
    },
  })
  const failure = change.error && !fieldOf(change.error) ? change.error.message : undefined
  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Change password"
      onSubmit={form.onSubmit(
        (values) => change.mutate(values),
        (problems) => focusField(form, firstOf(problems)),
      )}
    >
      {/* So that a password manager knows which account this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        name="current_password"
        autoComplete="current-password"
        autoFocus
        {...form.getInputProps('current')}
      />
      <PasswordField
        label="New Password"
        name="new_password"
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <ConfirmPasswordField
        label="Confirm New Password"
        name="confirm_password"
        password={form.values.password}
        {...form.getInputProps('confirmation')}
      />
      <Checkbox
        label="Sign out my other devices"
        {...form.getInputProps('signOutOthers', { type: 'checkbox' })}
      />
      <FormNotice notice={failure ? { kind: 'error', text: failure } : undefined} />
      <div className={classes.actions}>
        <Button type="submit" color="stitch.6" loading={change.isPending}>
          Update Password
        </Button>
        <Button variant="default" onClick={onDone} disabled={change.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The field that a refusal is about. */
function fieldOf(error: Error): Field | null {
  if (isRefusal(error, 'current_password_wrong')) return 'current'
  return isPasswordRefusal(error) ? 'password' : null
}

const firstOf = (problems: Partial<Record<Field, unknown>>): Field =>
  (['current', 'password'] as const).find((field) => problems[field]) ?? 'confirmation'
