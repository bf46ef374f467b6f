import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { passwordLength, passwordMinimum } from '../../../shared/domain/people/password.ts'
import fieldClasses from '../../components/formFields.module.css'
import { texts } from './accountTexts.ts'
import classes from './PasswordField.module.css'

/** A password that can be shown while it is typed; the eye can be reached by keyboard. */
export function PasswordField({ error, ...props }: PasswordInputProps) {
  return (
    <PasswordInput
      {...props}
      error={error}
      aria-invalid={error ? true : undefined}
      required
      withAsterisk={false}
      classNames={{
        label: fieldClasses.label,
        input: classes.password,
        innerInput: classes.typed,
        visibilityToggle: classes.eye ?? '',
      }}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      rightSectionWidth="2.875rem"
    />
  )
}

/** A password that is being chosen: judged by its length while it is typed; the server judges the rest. */
export function NewPasswordField(props: PasswordInputProps) {
  const length = passwordLength(String(props.value))
  const missing = passwordMinimum - length
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        <span role="status" className={classes.matchLine} data-match={missing > 0 ? 'not-yet' : 'yes'}>
          {missing > 0 && length > 0 && `${missing} more ${missing === 1 ? 'character' : 'characters'}`}
          {missing <= 0 && (
            <>
              <IconCheck size={16} aria-hidden />
              Long enough
            </>
          )}
        </span>
      }
      descriptionProps={{ className: classes.match }}
    />
  )
}

/** The password again, with a line that says whether both match. */
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

/** Empty until a confirmation is typed. */
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
