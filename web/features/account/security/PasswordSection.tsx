import { Button, Checkbox } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { devicesQuery } from '../../../api/queries/security.ts'
import { changePassword } from '../../../api/security.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import { AccountForm, CurrentPasswordField, needsCurrentPassword } from '../../accounts/AccountForm.tsx'
import { isPasswordRefusal, texts } from '../../accounts/accountTexts.ts'
import { ConfirmPasswordField, NewPasswordField } from '../../accounts/PasswordField.tsx'
import { passwordTooShort } from '../../accounts/signUpRules.ts'
import classes from './Security.module.css'
import { SecurityCard } from './SecurityCard.tsx'

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
          <Text breaks>
            Use a long one that you don’t use anywhere else. We email you whenever it changes.
          </Text>
          <div className={classes.actions}>
            <Button variant="default" autoFocus={wasEditing} onClick={() => edit(true)}>
              Change Password
            </Button>
          </div>
        </>
      )}
    </SecurityCard>
  )
}

/** Changes the password; the other devices are signed out unless the customer unticks that. */
function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const form = useForm({
    values: { current: '', password: '', confirmation: '', signOutOthers: true },
    check: {
      current: needsCurrentPassword,
      password: passwordTooShort,
      confirmation: (confirmation, { password }) =>
        confirmation === password ? null : texts.passwordsDiffer,
    },
    send: ({ current, password, signOutOthers }) =>
      changePassword({
        currentPassword: current,
        newPassword: password,
        revokeOtherSessions: signOutOthers,
      }),
    touches: [devicesQuery.queryKey],
    onDone: () => {
      toast.success('Your password is changed.')
      onDone()
    },
    fieldOf: { current_password_wrong: 'current' },
    refusedAt: (error) => (isPasswordRefusal(error) ? { password: error.message } : undefined),
  })
  return (
    <AccountForm form={form} aria-label="Change password" submit="Update Password" onCancel={onDone}>
      {/* Tells a password manager which account this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField autoFocus {...form.field('current')} />
      <NewPasswordField label="New Password" name="new_password" {...form.field('password')} />
      <ConfirmPasswordField
        label="Confirm New Password"
        name="confirm_password"
        password={form.values.password}
        {...form.field('confirmation')}
      />
      <Checkbox label="Log out my other devices" {...form.tick('signOutOthers')} />
    </AccountForm>
  )
}
