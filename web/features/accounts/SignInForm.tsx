import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../api/apiError.ts'
import { requestPasswordReset, sendConfirmation, signIn } from '../../api/auth.ts'
import { EmailField } from '../../components/EmailField.tsx'
import { looksLikeEmail, notAnEmail } from '../../components/email.ts'
import { useForm } from '../../components/form/useForm.ts'
import { Text } from '../../ui/layout.tsx'
import { Preloaded } from '../../ui/preloadable.tsx'
import { AccountForm } from './AccountForm.tsx'
import { AuthLink, useReturnTo, useTypedEmail } from './AuthLink.tsx'
import classes from './AuthPage.module.css'
import { sentenceOf, texts } from './accountTexts.ts'
import { codeStep } from './authForms.ts'
import { type AuthNotice, FormNotice } from './FormNotice.tsx'
import { PasswordField } from './PasswordField.tsx'
import { submitLook } from './submitLook.ts'
import type { WaitingSignUp } from './useWaitingSignUp.ts'

interface SignInFormProps {
  notice: AuthNotice | undefined
  /** For the press of the mailed button, after a sign-up in this tab. */
  waiting: WaitingSignUp
}

/** Signs in. The page leaves by itself once the session is there. */
export function SignInForm({ notice, waiting }: SignInFormProps) {
  const queryClient = useQueryClient()
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm({
    values: { email: useTypedEmail(), password: '' },
    check: problemsOf,
    request: ({ email, password }) => ({ email: email.trim(), password }),
    send: async (credentials) => {
      const session = await signIn(queryClient, credentials)
      // The password was right and there is still no session: the browser keeps no cookies.
      if (session !== 'code' && !session.profile) throw new Error(texts.sessionError)
      if (session === 'code') await codeStep.load()
      return session
    },
    onDone: (session) => setAsksCode(session === 'code'),
    refusedAt: (error) => {
      if (isRefusal(error, 'invalid_credentials')) return { password: texts.wrongCredentials }
      return isRefusal(error, 'invalid_input') ? { email: notAnEmail } : undefined
    },
    onRefused: (error) => {
      if (isRefusal(error, 'invalid_credentials'))
        requestAnimationFrame(() =>
          form.element.current?.querySelector<HTMLElement>('[data-path="password"]')?.focus(),
        )
    },
  })
  const { values, errors, problem } = form
  const email = values.email.trim()

  if (asksCode) {
    const again = () => {
      form.forgetProblem()
      setAsksCode(false)
    }
    return <Preloaded part={codeStep} props={{ onOver: again }} />
  }
  return (
    <AccountForm
      form={form}
      aria-labelledby="auth-heading"
      submit="Sign In"
      button={submitLook}
      notice={null}
      foot={
        <div className={classes.links}>
          <AuthLink mode="reset-password" email={email}>
            Forgot your password?
          </AuthLink>
          <AuthLink mode="signup">Don't have an account? Sign Up</AuthLink>
        </div>
      }
    >
      <FormNotice notice={problem ? failureOf(problem) : notice}>
        {!problem && waiting.email !== null && !waiting.confirmed && (
          <WaitingForPress email={waiting.email} />
        )}
        {isRefusal(problem, 'email_not_confirmed') && (
          <ResendConfirmation email={email} password={values.password} />
        )}
        {isRefusal(problem, 'staff_password_too_short') && (
          <MailLink
            label="Send Me a Reset Link"
            send={() => requestPasswordReset({ email })}
            sent={texts.resetSent(email)}
          />
        )}
      </FormNotice>
      {/* Both are marked where it is not said which of them is wrong. */}
      <EmailField
        autoComplete="username"
        {...form.field('email')}
        error={errors.email ?? errors.password === texts.wrongCredentials}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...form.field('password')}
        error={errors.password ?? (errors.email === texts.fillInRequired && !values.password.trim())}
      />
    </AccountForm>
  )
}

interface Credentials {
  email: string
  password: string
}

function problemsOf({ email, password }: Credentials): Partial<Credentials> {
  if (email.trim() === '') return { email: texts.fillInRequired }
  if (password.trim() === '') return { password: texts.fillInRequired }
  return looksLikeEmail(email) ? {} : { email: notAnEmail }
}

/** What is said above the form: all but wrong credentials and a malformed address, which are shown at their fields. */
const failureOf = (error: Error): AuthNotice => ({
  kind: 'error',
  text: error.message === texts.sessionError ? error.message : sentenceOf(error),
})

/** What happens next after a sign-up: this page goes on by itself. */
function WaitingForPress({ email }: { email: string }) {
  return (
    <>
      <Text above="xs">
        Click the link in the email, here or on another device. This page continues on its own.
      </Text>
      <MailLink
        label="Send the Link Again"
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
      label="Send the Link Again"
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
