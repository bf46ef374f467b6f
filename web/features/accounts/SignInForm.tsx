import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefusal } from '../../api/apiError.ts'
import { requestPasswordReset, sendConfirmation, signIn } from '../../api/auth.ts'
import { EmailField } from '../../components/EmailField.tsx'
import { looksLikeEmail, notAnEmail } from '../../components/email.ts'
import { focusField } from '../../components/focusField.ts'
import { Preloaded } from '../../ui/preloadable.tsx'
import { AuthLink, useReturnTo } from './AuthLink.tsx'
import classes from './AuthPage.module.css'
import { sentenceOf, texts } from './accountTexts.ts'
import { codeStep } from './authForms.ts'
import { type AuthNotice, FormNotice } from './FormNotice.tsx'
import { PasswordField } from './PasswordField.tsx'
import type { WaitingSignUp } from './useWaitingSignUp.ts'

interface SignInFormProps {
  notice: AuthNotice | undefined
  /** For the press of the mailed button, after a sign-up in this tab. */
  waiting: WaitingSignUp
}

/** Signs in. The page leaves by itself once the session is there. */
export function SignInForm({ notice, waiting }: SignInFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { email: '', password: '' } })
  const submit = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const session = await signIn(queryClient, { ...values, email: values.email.trim() })
      // The password was right and there is still no session: the browser keeps no cookies.
      if (session !== 'code' && !session.profile) throw new Error(texts.sessionError)
      if (session === 'code') await codeStep.load()
      return session
    },
    onError: (error) => {
      if (isRefusal(error, 'invalid_input')) {
        form.setFieldError('email', notAnEmail)
        focusField(form, 'email')
      }
      if (!isRefusal(error, 'invalid_credentials')) return
      form.setErrors({ email: true, password: sentenceOf(error) })
      focusField(form, 'password')
    },
  })

  const onSubmit = form.onSubmit((values) => {
    const missing = (['email', 'password'] as const).filter((field) => values[field].trim() === '')
    const [first] = missing
    if (!first) {
      if (looksLikeEmail(values.email)) return submit.mutate(values)
      form.setErrors({ email: notAnEmail })
      return focusField(form, 'email')
    }
    form.setErrors({
      ...Object.fromEntries(missing.map((field) => [field, true])),
      [first]: texts.fillInRequired,
    })
    focusField(form, first)
  })
  const email = submit.variables?.email.trim() ?? ''

  if (submit.data === 'code') return <Preloaded part={codeStep} props={{ onOver: submit.reset }} />
  return (
    <form
      method="post"
      className={classes.form}
      onSubmit={onSubmit}
      noValidate
      aria-labelledby="auth-heading"
    >
      <FormNotice notice={failureOf(submit.error) ?? notice}>
        {!submit.error && waiting.email !== null && !waiting.confirmed && (
          <WaitingForPress email={waiting.email} />
        )}
        {isRefusal(submit.error, 'email_not_confirmed') && submit.variables && (
          <ResendConfirmation email={email} password={submit.variables.password} />
        )}
        {isRefusal(submit.error, 'staff_password_too_short') && (
          <MailLink
            label="Send me a reset link"
            send={() => requestPasswordReset({ email })}
            sent={texts.resetSent(email)}
          />
        )}
      </FormNotice>
      <EmailField autoComplete="username" {...form.getInputProps('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
      <Button
        type="submit"
        size="lg"
        fullWidth
        className={classes.submit}
        loading={submit.isPending || submit.isSuccess}
      >
        Sign In
      </Button>
      <div className={classes.links}>
        <AuthLink mode="reset-password">Forgot your password?</AuthLink>
        <AuthLink mode="signup">Don't have an account? Sign Up</AuthLink>
      </div>
    </form>
  )
}

/** Wrong credentials and a malformed address are shown at their fields, other problems above the form. */
function failureOf(error: Error | null): AuthNotice | undefined {
  if (!error || isRefusal(error, 'invalid_credentials') || isRefusal(error, 'invalid_input')) return undefined
  const text = error.message === texts.sessionError ? error.message : sentenceOf(error)
  return { kind: 'error', text }
}

/** What happens next after a sign-up: this page goes on by itself. */
function WaitingForPress({ email }: { email: string }) {
  return (
    <>
      <p className={classes.waiting}>
        Click the link in the email, here or on another device. This page continues on its own.
      </p>
      <MailLink
        label="Send the link again"
        send={() => sendConfirmation({ email })}
        sent={texts.confirmationSent(email)}
      />
    </>
  )
}

/** Has the confirmation link mailed again. */
function ResendConfirmation({ email, password }: { email: string; password: string }) {
  const returnTo = useReturnTo()
  return (
    <MailLink
      label="Send the link again"
      send={() => sendConfirmation({ email, password, ...returnTo })}
      sent={texts.confirmationSent(email)}
    />
  )
}

/** Has the link mailed that helps with what was refused. */
function MailLink(props: { label: string; send: () => Promise<void>; sent: string }) {
  const send = useMutation({ mutationFn: props.send })
  if (send.isSuccess) return <p role="status">{props.sent}</p>
  return (
    <>
      {send.error && <p role="alert">{sentenceOf(send.error)}</p>}
      <button
        type="button"
        className={classes.noticeAction}
        disabled={send.isPending}
        onClick={() => send.mutate()}
      >
        {props.label}
      </button>
    </>
  )
}
