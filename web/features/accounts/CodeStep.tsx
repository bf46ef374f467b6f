import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../api/apiError.ts'
import { signInWithCode } from '../../api/auth.ts'
import { useForm } from '../../components/form/useForm.ts'
import { Text } from '../../ui/layout.tsx'
import { AccountForm, needsCode } from './AccountForm.tsx'
import classes from './AuthPage.module.css'
import { sentenceOf } from './accountTexts.ts'
import { CodeField } from './CodeField.tsx'
import { FormNotice } from './FormNotice.tsx'
import { submitLook } from './submitLook.ts'

export interface CodeStepProps {
  /** Back to the password, with which another try begins. */
  onOver: () => void
}

/** The second step of signing in. */
export default function CodeStep({ onOver }: CodeStepProps) {
  const queryClient = useQueryClient()
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  const form = useForm({
    values: { code: '' },
    check: { code: needsCode },
    send: ({ code }) => signInWithCode(queryClient, code),
    onDone: () => {},
    onRefused: (error) => isRefusal(error, 'one_time_code_wrong') && form.set({ code: '' }),
    refusedAt: (error) => (isRefusal(error, 'one_time_code_wrong') ? { code: sentenceOf(error) } : {}),
  })
  const isOver = isRefusal(form.problem, 'sign_in_step_over')
  return (
    <AccountForm
      form={form}
      aria-label="Two-step login"
      submit="Sign In"
      button={{ ...submitLook, disabled: isOver }}
      notice={null}
      foot={
        <div className={classes.links}>
          <button
            type="button"
            className={classes.noticeAction}
            onClick={() => {
              form.replace({ code: '' })
              setByRecoveryCode(!byRecoveryCode)
            }}
          >
            {byRecoveryCode ? 'Use My Authenticator App' : 'I do not have my phone: use a recovery code'}
          </button>
          <button type="button" className={classes.noticeAction} onClick={onOver}>
            Back
          </button>
        </div>
      }
    >
      <Text tone="dim">
        {byRecoveryCode
          ? 'Enter one of the recovery codes that you kept when you set up two-step login. Each works once.'
          : 'Your password is right. Now open your authenticator app and enter the code that it shows for this site.'}
      </Text>
      <FormNotice notice={form.problem ? { kind: 'error', text: sentenceOf(form.problem) } : undefined}>
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
          label: 'Recovery Code',
          inputMode: 'text',
          autoComplete: 'off',
          placeholder: 'k3m9-x0ab-…',
        })}
        disabled={isOver}
        {...form.field('code')}
      />
    </AccountForm>
  )
}
