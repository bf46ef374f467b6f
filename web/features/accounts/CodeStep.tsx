import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../api/apiError.ts'
import { signInWithCode } from '../../api/auth.ts'
import { focusField } from '../../components/focusField.ts'
import classes from './AuthPage.module.css'
import { sentenceOf } from './accountTexts.ts'
import { CodeField } from './CodeField.tsx'
import { FormNotice } from './FormNotice.tsx'

export interface CodeStepProps {
  /** Back to the password, with which another try begins. */
  onOver: () => void
}

/** The second step of signing in. */
export default function CodeStep({ onOver }: CodeStepProps) {
  const queryClient = useQueryClient()
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() ? null : 'Enter the code.') },
  })
  const submit = useMutation({
    mutationFn: ({ code }: { code: string }) => signInWithCode(queryClient, code),
    onError: (error) => {
      if (!isRefusal(error, 'one_time_code_wrong')) return
      form.setFieldValue('code', '')
      form.setFieldError('code', sentenceOf(error))
      focusField(form, 'code')
    },
  })
  const isOver = isRefusal(submit.error, 'sign_in_step_over')
  const other = submit.error && !isRefusal(submit.error, 'one_time_code_wrong') ? submit.error : null
  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Two-step sign-in"
      onSubmit={form.onSubmit(
        (values) => submit.mutate(values),
        () => focusField(form, 'code'),
      )}
    >
      <p className={classes.intro}>
        {byRecoveryCode
          ? 'Enter one of the recovery codes that you kept when you set up two-step sign-in. Each works once.'
          : 'Your password is right. Now open your authenticator app and enter the code that it shows for this site.'}
      </p>
      <FormNotice notice={other ? { kind: 'error', text: sentenceOf(other) } : undefined}>
        {isOver && (
          <button type="button" className={classes.noticeAction} onClick={onOver}>
            Enter the password again
          </button>
        )}
      </FormNotice>
      <CodeField
        key={byRecoveryCode ? 'recovery' : 'app'}
        autoFocus
        {...(byRecoveryCode && {
          label: 'Recovery code',
          inputMode: 'text',
          autoComplete: 'off',
          placeholder: 'abcde-FGHIJ',
        })}
        disabled={isOver}
        {...form.getInputProps('code')}
      />
      <Button
        type="submit"
        size="lg"
        fullWidth
        className={classes.submit}
        disabled={isOver}
        loading={submit.isPending || submit.isSuccess}
      >
        Sign In
      </Button>
      <div className={classes.links}>
        <button
          type="button"
          className={classes.noticeAction}
          onClick={() => {
            form.reset()
            setByRecoveryCode(!byRecoveryCode)
          }}
        >
          {byRecoveryCode ? 'Use my authenticator app' : 'I do not have my phone: use a recovery code'}
        </button>
        <button type="button" className={classes.noticeAction} onClick={onOver}>
          Back
        </button>
      </div>
    </form>
  )
}
