import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../api/apiError.ts'
import { requestPasswordReset, resetPassword } from '../../api/auth.ts'
import { sessionKey } from '../../api/session.ts'
import { EmailField } from '../../components/EmailField.tsx'
import { looksLikeEmail, notAnEmail } from '../../components/email.ts'
import { useForm } from '../../components/form/useForm.ts'
import { Text } from '../../ui/layout.tsx'
import { AccountForm } from './AccountForm.tsx'
import { AuthLink, useTypedEmail } from './AuthLink.tsx'
import classes from './AuthPage.module.css'
import { isPasswordRefusal, sentenceOf, texts } from './accountTexts.ts'
import { type AuthNotice, FormNotice } from './FormNotice.tsx'
import { ConfirmPasswordField, NewPasswordField } from './PasswordField.tsx'
import { passwordTooShort } from './signUpRules.ts'
import { submitLook } from './submitLook.ts'
import type { Recovery } from './useRecovery.ts'

export interface PasswordRecoveryProps {
  recovery: Recovery
  notice: AuthNotice | undefined
  /** The link was mailed. */
  onSent: () => void
  onUpdated: () => void
}

/** The two forms for someone without a password: to have a link mailed, and to choose one with that link. */
export default function PasswordRecovery({ recovery, notice, onSent, onUpdated }: PasswordRecoveryProps) {
  return recovery.stage === 'open' ? (
    <NewPasswordForm recovery={recovery} notice={notice} onUpdated={onUpdated} />
  ) : (
    <RequestResetForm notice={notice} onLeave={recovery.end} onSent={onSent} />
  )
}

interface RequestResetFormProps {
  notice: AuthNotice | undefined
  onLeave: () => void
  onSent: () => void
}

/** Has a recovery link mailed; the answer is the same for every address (decision 22). */
function RequestResetForm({ notice, onLeave, onSent }: RequestResetFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    values: { email: useTypedEmail() },
    check: {
      email: (email) => (email.trim() === '' ? texts.enterEmail : looksLikeEmail(email) ? null : notAnEmail),
    },
    request: ({ email }) => ({ email: email.trim() }),
    send: (request) => requestPasswordReset(request).then(() => request.email),
    onDone: (email) => {
      form.replace({ email: '' })
      setSentTo(email)
      onSent()
    },
    refusedAt: () => ({}),
    staysOpen: true,
  })
  const outcome = outcomeOf(form.problem, form.isPending ? undefined : sentTo)

  return (
    <AccountForm
      form={form}
      aria-labelledby="auth-heading"
      submit="Send Reset Link"
      button={submitLook}
      notice={null}
      foot={
        <div className={classes.links}>
          <AuthLink mode="login" email={form.values.email || sentTo || ''} onClick={onLeave}>
            Back to Sign In
          </AuthLink>
        </div>
      }
    >
      <Text tone="dim">Tell us your email and we send you a link to choose a new password.</Text>
      <FormNotice notice={outcome ?? notice} />
      <EmailField autoComplete="username" {...form.field('email')} />
    </AccountForm>
  )
}

function outcomeOf(error: Error | null, sentTo: string | undefined): AuthNotice | undefined {
  if (error) return { kind: 'error', text: sentenceOf(error) }
  return sentTo === undefined ? undefined : { kind: 'success', text: texts.resetSent(sentTo) }
}

/** Sets a new password with the recovery link that led here. */
function NewPasswordForm({ recovery, notice, onUpdated }: Omit<PasswordRecoveryProps, 'onSent'>) {
  const { token, invited } = recovery
  const queryClient = useQueryClient()
  const [isUpdated, setUpdated] = useState(false)
  const form = useForm({
    values: { password: '', confirmation: '' },
    check: problemOf,
    send: async ({ password }) => {
      if (token === '') throw new NoRecovery(texts.noActiveSession)
      await resetPassword({ newPassword: password, token })
    },
    onDone: () => {
      form.replace({ password: '', confirmation: '' })
      setUpdated(true)
      // Every session of the account has ended, perhaps also the one of this browser.
      void queryClient.invalidateQueries({ queryKey: sessionKey })
      onUpdated()
    },
    refusedAt: (error) => (isPasswordRefusal(error) ? { password: error.message } : {}),
    onRefused: (error) => isRefusal(error, 'recovery_link_invalid') && recovery.refuse(),
  })

  return (
    <AccountForm
      form={form}
      aria-labelledby="auth-heading"
      submit={invited ? texts.choosePassword : 'Update Password'}
      button={{ ...submitLook, loading: form.isPending, disabled: isUpdated }}
      notice={null}
      foot={
        <div className={classes.links}>
          <AuthLink mode="login" email={recovery.email} onClick={recovery.end}>
            Back to Sign In
          </AuthLink>
        </div>
      }
    >
      <FormNotice notice={failureOf(form.problem) ?? notice} />
      {/* Tells a password manager which account this is. */}
      <input type="text" name="username" autoComplete="username" value={recovery.email} readOnly hidden />
      <NewPasswordField
        owner={{ access_token: token }}
        label={invited ? 'Password' : 'New Password'}
        disabled={isUpdated}
        {...form.field('password')}
      />
      <ConfirmPasswordField
        label={invited ? 'Confirm Password' : 'Confirm New Password'}
        password={form.values.password}
        disabled={isUpdated}
        {...form.field('confirmation')}
      />
    </AccountForm>
  )
}

/** The page was opened with a link that carries no token. */
class NoRecovery extends Error {}

/** The first thing that is wrong, by the rules of spec 1 §5. */
function problemOf({ password, confirmation }: { password: string; confirmation: string }): {
  password?: string
  confirmation?: string
} {
  if (password === '') return { password: texts.fillInAll }
  if (confirmation === '') return { confirmation: texts.fillInAll }
  if (password !== confirmation) return { confirmation: texts.passwordsDiffer }
  const short = passwordTooShort(password)
  return short ? { password: short } : {}
}

function failureOf(error: Error | null): AuthNotice | undefined {
  if (!error) return undefined
  return { kind: 'error', text: error instanceof NoRecovery ? error.message : sentenceOf(error) }
}
