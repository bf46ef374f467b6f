import type { PasswordInputProps } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { texts } from './accountTexts.ts'
import classes from './authForm.module.css'
import { PasswordField } from './PasswordField.tsx'

/** The password once more, and under it whether both are the same. */
export function ConfirmPasswordField({ password, ...props }: PasswordInputProps & { password: string }) {
  const differs = props.error === texts.passwordsDiffer
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      error={differs ? true : props.error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={<PasswordMatch password={password} confirmation={String(props.value)} />}
      descriptionProps={{ className: classes.match }}
    />
  )
}

/** Nothing before there is something to compare. */
function PasswordMatch({ password, confirmation }: { password: string; confirmation: string }) {
  const match = password === confirmation
  return (
    <span role="status" className={classes.matchLine} data-match={match ? 'yes' : 'no'}>
      {confirmation !== '' && (
        <>
          {match ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
          {match ? 'Passwords match' : texts.passwordsDiffer}
        </>
      )}
    </span>
  )
}
