import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefusal } from '../../api/apiError.ts'
import { requestPasswordReset, resetPassword } from '../../api/auth.ts'
import { sessionKey } from '../../api/session.ts'
import { EmailField } from '../../components/EmailField.tsx'
import { looksLikeEmail, notAnEmail } from '../../components/email.ts'
import { focusField } from '../../components/focusField.ts'
import { AuthLink } from './AuthLink.tsx'
import classes from './AuthPage.module.css'
import { isPasswordRefusal, sentenceOf, texts } from './accountTexts.ts'
import { type AuthNotice, FormNotice } from './FormNotice.tsx'
import { ConfirmPasswordField, PasswordField } from './PasswordField.tsx'
import { passwordTooShort } from './signUpRules.ts'
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
  const form = useForm({ initialValues: { email: '' } })
  const request = useMutation({
    mutationFn: (email: string) => requestPasswordReset({ email }),
    onSuccess: () => {
      form.reset()
      onSent()
    },
  })

  const onSubmit = form.onSubmit(({ email }) => {
    const problem = email.trim() === '' ? texts.enterEmail : looksLikeEmail(email) ? null : notAnEmail
    if (!problem) return request.mutate(email.trim())
    form.setFieldError('email', problem)
    focusField(form, 'email')
  })

  return (
    <form
      method="post"
      className={classes.form}
      onSubmit={onSubmit}
      noValidate
      aria-labelledby="auth-heading"
    >
      <p className={classes.intro}>Tell us your email and we send you a link to choose a new password.</p>
      <FormNotice notice={outcomeOf(request) ?? notice} />
      <EmailField autoComplete="username" {...form.getInputProps('email')} />
      <Button type="submit" size="lg" fullWidth className={classes.submit} loading={request.isPending}>
        Send Reset Link
      </Button>
      <div className={classes.links}>
        <AuthLink mode="login" onClick={onLeave}>
          Back to Sign In
        </AuthLink>
      </div>
    </form>
  )
}

function outcomeOf(request: {
  error: Error | null
  isSuccess: boolean
  variables: string | undefined
}): AuthNotice | undefined {
  if (request.error) return { kind: 'error', text: sentenceOf(request.error) }
  return request.isSuccess ? { kind: 'success', text: texts.resetSent(request.variables ?? '') } : undefined
}

interface Values {
  password: string
  confirmation: string
}

/** Sets a new password with the recovery link that led here. */
function NewPasswordForm({ recovery, notice, onUpdated }: Omit<PasswordRecoveryProps, 'onSent'>) {
  const { token, invited } = recovery
  const queryClient = useQueryClient()
  const form = useForm<Values>({ initialValues: { password: '', confirmation: '' } })
  const update = useMutation({
    mutationFn: ({ password }: Values) => {
      if (token === '') throw new NoRecovery(texts.noActiveSession)
      return resetPassword({ newPassword: password, token })
    },
    onSuccess: () => {
      form.reset()
      // Every session of the account has ended, perhaps also the one of this browser.
      void queryClient.invalidateQueries({ queryKey: sessionKey })
      onUpdated()
    },
    onError: (error) => {
      if (isRefusal(error, 'recovery_link_invalid')) return recovery.refuse()
      if (!isPasswordRefusal(error)) return
      form.setFieldError('password', error.message)
      focusField(form, 'password')
    },
  })

  const onSubmit = form.onSubmit((values) => {
    const problem = problemOf(values)
    if (!problem) return update.mutate(values)
    form.setErrors({ [problem.field]: problem.sentence })
    focusField(form, problem.field)
  })

  return (
    <form
      method="post"
      className={classes.form}
      onSubmit={onSubmit}
      noValidate
      aria-labelledby="auth-heading"
    >
      <FormNotice notice={failureOf(update.error) ?? notice} />
      <PasswordField
        label={invited ? 'Password' : 'New Password'}
        autoComplete="new-password"
        disabled={update.isSuccess}
        {...form.getInputProps('password')}
      />
      <ConfirmPasswordField
        label={invited ? 'Confirm Password' : 'Confirm New Password'}
        password={form.values.password}
        disabled={update.isSuccess}
        {...form.getInputProps('confirmation')}
      />
      <Button
        type="submit"
        size="lg"
        fullWidth
        className={classes.submit}
        loading={update.isPending}
        disabled={update.isSuccess}
      >
        {invited ? texts.choosePassword : 'Update Password'}
      </Button>
      <div className={classes.links}>
        <AuthLink mode="login" onClick={recovery.end}>
          Back to Sign In
        </AuthLink>
      </div>
    </form>
  )
}

/** The page was opened with a link that carries no token. */
class NoRecovery extends Error {}

/** The first thing that is wrong, by the rules of spec 1 §5. */
function problemOf({ password, confirmation }: Values): { field: keyof Values; sentence: string } | null {
  if (password === '') return { field: 'password', sentence: texts.fillInAll }
  if (confirmation === '') return { field: 'confirmation', sentence: texts.fillInAll }
  if (password !== confirmation) return { field: 'confirmation', sentence: texts.passwordsDiffer }
  const short = passwordTooShort(password)
  return short ? { field: 'password', sentence: short } : null
}

function failureOf(error: Error | null): AuthNotice | undefined {
  if (!error || isPasswordRefusal(error)) return undefined
  return { kind: 'error', text: error instanceof NoRecovery ? error.message : sentenceOf(error) }
}
