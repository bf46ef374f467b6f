import { Button, Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../../api/apiError.ts'
import { devicesQuery } from '../../../api/queries/security.ts'
import { changePassword } from '../../../api/security.ts'
import { toast } from '../../../ui/toast.ts'
import { isPasswordRefusal, texts } from '../../accounts/accountTexts.ts'
import { ConfirmPasswordField, PasswordField } from '../../accounts/PasswordField.tsx'
import { passwordTooShort } from '../../accounts/signUpRules.ts'
import classes from './Security.module.css'
import { SecurityCard } from './SecurityCard.tsx'
import { CurrentPasswordField, needsCurrentPassword, SecurityForm, showAtField } from './SecurityForm.tsx'

/** The password, and the form that changes it. */
export function PasswordSection({ email }: { email: string }) {
  const [editing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  const edit = (on: boolean) => {
    setEditing(on)
    setWasEditing(true)
  }
  return (
    <SecurityCard icon={IconLock} title="Password">
      {editing ? (
        <PasswordForm email={email} onDone={() => edit(false)} />
      ) : (
        <>
          <p className={classes.line}>
            Use a long one that you don’t use anywhere else. We email you whenever it changes.
          </p>
          <div className={classes.actions}>
            <Button variant="default" autoFocus={wasEditing} onClick={() => edit(true)}>
              Change password
            </Button>
          </div>
        </>
      )}
    </SecurityCard>
  )
}

/** Changes the password; the other devices are signed out unless the customer unticks that. */
function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { current: '', password: '', confirmation: '', signOutOthers: true },
    validate: {
      current: needsCurrentPassword,
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
    onError: (error) => showAtField(form, fieldOf(error), error),
  })
  return (
    <SecurityForm
      label="Change password"
      form={form}
      request={change}
      fieldOf={fieldOf}
      submit="Update Password"
      onCancel={onDone}
    >
      {/* Tells a password manager which account this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField autoFocus {...form.getInputProps('current')} />
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
    </SecurityForm>
  )
}

function fieldOf(error: Error): 'current' | 'password' | null {
  if (isRefusal(error, 'current_password_wrong')) return 'current'
  return isPasswordRefusal(error) ? 'password' : null
}
