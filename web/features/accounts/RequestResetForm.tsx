import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { requestPasswordReset } from '../../api/auth.ts'
import { EmailField } from '../../components/EmailField.tsx'
import { looksLikeEmail, notAnEmail } from '../../components/email.ts'
import { focusField } from '../../components/focusField.ts'
import { AuthLink } from './AuthLink.tsx'
import { sentenceOf, texts } from './accountTexts.ts'
import classes from './authForm.module.css'
import { type AuthNotice, FormNotice } from './FormNotice.tsx'

/** Has a recovery link mailed; says the same for every address (decision 22). */
export function RequestResetForm({
  notice,
  onLeave,
}: {
  notice: AuthNotice | undefined
  onLeave: () => void
}) {
  const form = useForm({ initialValues: { email: '' } })
  const request = useMutation({
    mutationFn: (email: string) => requestPasswordReset({ email }),
    onSuccess: () => form.reset(),
  })

  const onSubmit = form.onSubmit(({ email }) => {
    const problem = email.trim() === '' ? texts.enterEmail : looksLikeEmail(email) ? null : notAnEmail
    if (!problem) return request.mutate(email.trim())
    form.setFieldError('email', problem)
    focusField(form, 'email')
  })

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-labelledby="auth-heading">
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
