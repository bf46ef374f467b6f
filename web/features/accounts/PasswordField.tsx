import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import fieldClasses from '../../components/formFields.module.css'
import classes from './authForm.module.css'

/** A password that can be shown while it is typed; the eye can be reached by keyboard. */
export function PasswordField({ error, ...props }: PasswordInputProps) {
  return (
    <PasswordInput
      {...props}
      error={error}
      aria-invalid={error ? true : undefined}
      required
      withAsterisk={false}
      classNames={{ label: fieldClasses.label, input: classes.password }}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', size: 'lg' }}
    />
  )
}
